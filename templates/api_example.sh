SITE={{ origin }}
TOKEN=ridotto_…   # a token that can read and play
api() { curl -sS "$SITE/api/v1/$1" -H "Authorization: Bearer $TOKEN" \
  -H "Idempotency-Key: $(date +%s%N)" ${2:+--json "$2"}; }
WISH='{"game": "blanks", "name": "A first move", "bots": 2}'
TABLE=$(api tables "$WISH" | jq -r .table.id)
api "tables/$TABLE/start" '{}'
api "tables/$TABLE/seat" | jq .view.choices
MOVE='.view.choices[0] | {action, cards: .fields[0].of[:.fields[0].least]} + .given'
api "tables/$TABLE/act" "$(api "tables/$TABLE/seat" | jq "$MOVE")"
