#!/bin/bash
# Whether the program of this container is ready. Bash alone asks: a Node process for each question would cost more than the
# programs at rest.
#
# A program that takes connections and says nothing, not even whether it lives, three times one after the other hangs: the
# system stopped it, or it stands in native code. Compose starts again what ends, not what is unhealthy, so it is ended here,
# within half a minute. One that still starts refuses the connection, and one that waits for its stores says at /healthz that
# it lives: both are left alone.

# The status of a path; 1 where nothing can be asked or the connection ends, more than 128 where nothing is said.
ask() {
  exec 3<>"/dev/tcp/127.0.0.1/${PORT}" || return 1
  printf 'GET /%s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' "$1" >&3
  read -r -t "${HEALTH_SECONDS:-4}" _ status _ <&3
}
for _ in 1 2 3; do
  ask "${1:-healthz}"
  [ $? -gt 128 ] || { [ "${status}" = 200 ]; exit; }
  ask healthz
  [ $? -gt 128 ] || exit 1
done
# Process 1 is the small init, which ends with its only child.
init=${HEALTH_INIT:-1}
{ echo '{"level":60,"msg":"the program said nothing three times and is ended"}' >>"/proc/${init}/fd/1"; } 2>/dev/null
for child in $(<"/proc/${init}/task/${init}/children"); do kill -KILL "${child}"; done
exit 1
