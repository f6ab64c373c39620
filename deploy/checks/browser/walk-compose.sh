#!/bin/sh
# An operator's way on a machine with a container engine and Node, as deploy/docker/README.md tells it: secrets, start with TLS,
# the first administrator, a school, a family that pays, a backup, the loss of everything, a restore, and all of it is there.
# Takes ports 80, 443 and 8090, and leaves nothing but images and deploy/docker/secrets.
set -eu
cd "$(dirname "$0")/../../.."
safe=$(mktemp -d)
cat > "$safe/env" << END
COMPOSE_PROJECT_NAME=gerbang-walk
COMPOSE_PROFILES=tls,simulator,backup
PORTAL_HOST=localhost
PORT=0
WHATSAPP_BASE_URL=http://simulator:8080
WHATSAPP_PHONE_NUMBER_ID=10000
BACKUP_FOLDER=$safe/backups
END
compose() { docker compose --env-file "$safe/env" "$@"; }
lose_all() { compose down --volumes --remove-orphans; }
trap lose_all EXIT

began=$(date +%s)
step() { printf '%4d s  %s\n' $(($(date +%s) - began)) "$*"; }
start() {
  # What the profile `backup` adds are commands.
  compose up --wait $(compose config --services | grep -vE '^(backup|backup-folder|restore)$')
  # The proxy makes its own certificate for localhost.
  compose cp proxy:/data/caddy/pki/authorities/local/root.crt "$safe/root.crt"
}
walk() { NODE_EXTRA_CA_CERTS=$safe/root.crt npm run --silent walk:compose -- --origin https://localhost "$@"; }

compose run --rm secrets
step 'secrets'
compose build
step 'images'
start
step 'started'
password=$(compose run --rm -T auth node services/auth/src/programs.ts create-admin --name Admin --email admin@sekolah.sch.id < /dev/null |
  tr -d '\r' | sed -n 's/^Temporary password: //p')
walk --simulator http://127.0.0.1:8090 --admin admin@sekolah.sch.id --password "$password" --note "$safe/note.json"
step 'a school, and a family that paid'
compose run --rm backup
step 'backup'
lose_all
step 'everything lost'
compose run --rm -T restore "$(cd "$safe/backups" && ls ./*.age)" < deploy/docker/secrets/backup_identity
step 'restored'
start
walk --again "$safe/note.json"
compose exec -T billing node services/billing/src/programs.ts verify-books
compose exec -T admission node services/admission/src/programs.ts verify-seats
for name in auth admission announcement billing notification; do
  compose exec -T "$name" node "services/$name/src/programs.ts" verify-audit
done
step 'all of it is there'
