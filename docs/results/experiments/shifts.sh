#!/bin/sh
# Table 8 cell by cell: ours and the paper's contacts(correct), the ranges under N shifts, and in how many of
# the shifts both counts equal the paper's.
#   shifts.sh TOUCHSTONE N [options of `touchstone report`]
set -eu
touchstone=$1; count=$2; shift 2
rows=$(mktemp); trap 'rm -f "$rows"' EXIT
"$touchstone" report fundamental --profile published --jitter "$count" --json "$rows" "$@" > /dev/null
jq -r '.rows[] | "\(.case) \(.generator) ours \(.contacts)(\(.correct)) paper \(.paper.contacts)(\(.paper.correct))" +
  " coverage \(if .agrees.coverage then "equal" else "differs" end), range" +
  " \(.jitter.contacts.min)-\(.jitter.contacts.max) (\(.jitter.correct.min)-\(.jitter.correct.max))," +
  " equal \(.jitter.agreeing)/\(.jitter.shifts)"' "$rows"
