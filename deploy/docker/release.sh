#!/bin/sh
# Brings a running installation to the release that is checked out, one program at a time: new containers start beside the
# old ones and take over once they are ready. A release that does not become ready is taken away again, and the old one
# goes on. `--pull` takes the images of GERBANG_VERSION from a registry instead of building them; `--back` goes back to those of
# an older GERBANG_VERSION that are on this machine.
set -eu
cd "$(dirname "$0")/../.."

say() { printf '%s\n' "$*"; }

# The containers of a service that are not among those given.
others() {
  for id in $(docker compose ps --all --quiet "$1"); do
    case " $2 " in *" $id "*) ;; *) say "$id" ;; esac
  done
}

give_up() {
  say "$1 did not become ready; the release before goes on. Its last lines:" >&2
  new=$(others "$1" "$2")
  for id in $new; do
    docker logs --tail 20 "$id" >&2 || true
    docker rm --force "$id" >/dev/null
  done
  exit 1
}

# Two gateways fit on this machine only where none of them has a port of its own.
has_fixed_port() {
  port=$(docker inspect --format '{{range .HostConfig.PortBindings}}{{(index . 0).HostPort}}{{end}}' "$1")
  [ -n "$port" ] && [ "$port" != 0 ]
}

renew() {
  service=$1
  old=$(docker compose ps --quiet "$service" | tr '\n' ' ')
  old=${old% }
  if [ -z "$old" ] || has_fixed_port "${old%% *}"; then
    say "$service: in place"
    docker compose up --detach --no-build --no-deps --wait "$service"
    return
  fi
  count=$(printf '%s\n' $old | wc -l)
  say "$service"
  docker compose up --detach --no-build --no-deps --no-recreate --wait \
    --scale "$service=$((count * 2))" "$service" >/dev/null || give_up "$service" "$old"
  for id in $old; do
    docker stop "$id" >/dev/null
    docker rm "$id" >/dev/null
  done
}

# Services first: they understand the gateways of the release before. On the way back for the same reason last, and the schema
# stays: older programs work on it.
services='auth admission announcement billing notification'
if [ "${1:-}" = --back ]; then
  order="gateway $services"
else
  order="$services gateway"
  # One image after the other: seven installations side by side take 2 GB, and the portal's cores.
  if [ "${1:-}" = --pull ]; then docker compose pull --quiet; else COMPOSE_PARALLEL_LIMIT=1 docker compose build; fi
  # What a newer release needs; nothing that is there is changed.
  docker compose run --rm --no-deps secrets || {
    say 'The release before goes on. Mend what is said above and run this again.' >&2
    exit 1
  }
  say 'migration'
  docker compose run --rm --no-deps migration || {
    say 'The release before goes on. Mend what the migration says above and run this again; it goes on from there.' >&2
    exit 1
  }
fi
for service in $order; do renew "$service"; done
# What the proxy reads may have changed as well; the schedule of backups runs again at once.
for service in proxy backup-schedule; do
  if [ -n "$(docker compose ps --quiet "$service")" ]; then docker compose up --detach --no-build --no-deps "$service"; fi
done
say 'The release runs. PostgreSQL and Redis were left alone: docker compose up --detach --wait brings them to their versions.'
