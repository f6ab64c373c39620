#!/bin/bash
# Whether the program of this container lives. Bash alone asks: a Node process for each question would cost more than the
# programs at rest. No answer is the same as a bad one; how long to wait is the asker's business.
exec 3<>"/dev/tcp/127.0.0.1/${PORT}" || exit 1
printf 'GET /%s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' "${1:-healthz}" >&3
read -r _ status _ <&3
[ "${status}" = 200 ]
