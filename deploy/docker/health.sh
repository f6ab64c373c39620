#!/bin/bash
# Whether the program of this container is ready. Bash alone asks: a Node process for each question would cost more than the
# programs at rest.
#
# A program that takes the connection three times in a row and says nothing hangs: the system stopped it, or it stands in
# native code. Compose starts again what ends, not what is unhealthy, so it is ended here, within a minute. A program that
# still starts refuses the connection, and one that waits for its stores answers 503: both are left alone.
silences=${HEALTH_SILENCES:-/tmp/health-silences}
exec 3<>"/dev/tcp/127.0.0.1/${PORT}" || exit 1
printf 'GET /%s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' "${1:-healthz}" >&3
read -r -t "${HEALTH_SECONDS:-7}" _ status _ <&3
result=$?
if [ "${result}" -le 128 ]; then # it said something, or ended the connection
  rm -f "${silences}"
  [ "${status}" = 200 ]
  exit
fi
printf . >>"${silences}"
count=$(<"${silences}")
[ "${#count}" -ge 3 ] || exit 1
rm -f "${silences}"
# Process 1 is the small init, which ends with its only child.
init=${HEALTH_INIT:-1}
{ echo '{"level":60,"msg":"the program said nothing three times in a row and is ended"}' >>"/proc/${init}/fd/1"; } 2>/dev/null
for child in $(<"/proc/${init}/task/${init}/children"); do kill -KILL "${child}"; done
exit 1
