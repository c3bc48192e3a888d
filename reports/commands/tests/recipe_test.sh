#!/bin/sh
# recipe_test.sh TOUCHSTONE SOURCE-FOLDER: runs what docs/use/regression.md tells people to write: the two commands at its
# top, then the steps of its workflow, in a project of their own. The step that builds the program is stood in for by a
# script that puts this program where that one would.
set -eu
touchstone=$1 source=$2
document=$source/docs/use/regression.md
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
mkdir -p "$project/bin" "$project/touchstone"
ln -s "$touchstone" "$project/bin/touchstone"
PATH=$project/bin:$PATH
cd "$project"

fail() { echo "recipe_test: $*" >&2; exit 1; }

# The commands of the first block: a baseline, and the check that nothing moved.
awk '/^```/ { if (++fence == 2) exit; next } fence == 1' "$document" >commands
[ "$(wc -l <commands)" -eq 2 ] || fail "the first block no longer has two commands"
while read -r command; do
    sh -euc "$command" >output || fail "'$command' failed"
done <commands
grep -q '^Nothing moved' output || fail "the check of a new baseline: $(cat output)"

# The workflow installs the program before it runs it, by a script that the tree has.
sed -n '/^```yaml/,/^```$/p' "$document" | sed -n 's/^ *- run: //p' >steps
installer=$(head -n 1 steps)
[ "$installer" = touchstone/quickstart.sh ] || fail "the first step is '$installer'"
[ -x "$source/quickstart.sh" ] || fail "there is no quickstart.sh"
folder=$(sed -n 's/^readonly build=\([^ ]*\).*/\1/p' "$source/quickstart.sh")
cat >touchstone/quickstart.sh <<END
#!/bin/sh
set -eu
cd "\$(dirname "\$0")"
mkdir -p $folder/bin
ln -s "$touchstone" $folder/bin/touchstone
END
chmod +x touchstone/quickstart.sh
export GITHUB_STEP_SUMMARY=$project/summary.md
run_steps() { while read -r step; do bash -eo pipefail -c "$step" || return 1; done <steps; }
run_steps >output || fail "a step failed: $(cat output)"
[ -s contacts.xml ] || fail "the workflow uploads a file that is not there"
grep -q 'Nothing moved' summary.md || fail "the job has no summary"

# A contact that is no longer as it was fails the job, with an annotation.
sed -i '0,/"verdict":"right"/s//"verdict":"tilted"/' contacts.json
rm -rf touchstone/build
if run_steps >output; then fail "a contact moved, and the job passes"; fi
grep -q '^::warning title=Contacts%2C contacts only%3A ' output || fail "no annotation: $(cat output)"
echo "the recipe runs"
