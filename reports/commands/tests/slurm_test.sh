#!/bin/sh
# Fills folders by job arrays of a real Slurm, with a controller and two nodes on this machine that
# the script starts and ends, and compares with one process. Ends with 77 where Slurm is not
# installed or may not be started.
#
#   slurm_test.sh PROGRAM JOB_SCRIPT FOLDER
set -eu
program=$1
job_script=$2
folder=$3

for tool in slurmctld slurmd sbatch scontrol squeue scancel; do
    if ! PATH="$PATH:/usr/sbin:/sbin" command -v "$tool" > /dev/null; then
        echo "skipped: $tool is not installed (packages slurmctld, slurmd, slurm-client)"
        exit 77
    fi
done
if [ "$(id -u)" != 0 ]; then
    echo "skipped: only root can start slurmd"
    exit 77
fi
PATH="$PATH:/usr/sbin:/sbin"

rm -rf "$folder"
mkdir -p "$folder/slurm/state"
cd "$folder/slurm"
here=$(pwd)
host=$(hostname -s)
# Ports that this run has to itself, most probably: the system has none of these in use.
port=$((20000 + $$ % 20000))
cat > slurm.conf << END
ClusterName=touchstone
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
AuthType=auth/none
CredType=cred/none
SlurmUser=root
SlurmdUser=root
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation=$here/state
SlurmdSpoolDir=$here/spool-%n
SlurmctldPidFile=$here/slurmctld.pid
SlurmdPidFile=$here/slurmd-%n.pid
SlurmctldLogFile=$here/slurmctld.log
SlurmdLogFile=$here/slurmd-%n.log
SlurmdTimeout=30
NodeName=node[1-2] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + 2))] CPUs=1
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$here/slurm.conf"
export TOUCHSTONE="$program"

controller=
node1=
node2=
end_all() {
    for process in $node1 $node2 $controller; do
        kill "$process" 2> /dev/null || true
    done
    # What the nodes have begun has the configuration's folder in its command line or environment.
    pkill -9 -f "slurmstepd: .*$here" 2> /dev/null || true
    wait 2> /dev/null || true
}
trap end_all EXIT

slurmctld -c -f "$SLURM_CONF" -D > controller.out 2>&1 &
controller=$!
mkdir spool-node1 spool-node2
slurmd -c -f "$SLURM_CONF" -D -N node1 > node1.out 2>&1 &
node1=$!
slurmd -c -f "$SLURM_CONF" -D -N node2 > node2.out 2>&1 &
node2=$!

wait_for() {
    what=$1
    shift
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        if [ "$tries" -gt 1200 ]; then
            echo "did not happen in 10 minutes: $what"
            tail -n 20 controller.out node1.out node2.out
            exit 1
        fi
        sleep 0.5
    done
}
both_idle() { [ "$(sinfo -h -o %D -t idle 2> /dev/null)" = 2 ]; }
wait_for "two idle nodes" both_idle

study="study counts --steps 30 --profile corrected --jobs 1"
cd ..
# shellcheck disable=SC2086
"$program" $study --out whole > whole.md 2> whole.errors

# The first array: one folder, and a node that dies with all it runs.
# shellcheck disable=SC2086
job=$(sbatch --parsable --array=1-2 --output="$here/together-%a.out" "$job_script" $study --out "$here/../together")
some_cells() { [ "$(find "$here/../together/cells" -name 'experiment-*.json' 2> /dev/null | wc -l)" -ge 2 ]; }
wait_for "two finished cells" some_cells
victim=$(squeue -h -j "$job" -w node2 -o %A | head -n 1)
kill -9 "$node2"
killed=0
for process in $(pgrep -f "slurmstepd: \[${victim:-none}\."); do
    for job_process in $(pgrep -P "$process"); do
        kill -9 "$job_process" && killed=$((killed + 1))
    done
    kill -9 "$process" || true
done
node2=
rest_done() { [ -z "$(squeue -h -j "$job" -w node1 2> /dev/null)" ]; }
wait_for "the end of the process on the node that lives" rest_done
scancel "$job" 2> /dev/null || true

slurmd -c -f "$SLURM_CONF" -D -N node2 > node2b.out 2>&1 &
node2=$!
wait_for "two idle nodes again" both_idle

# The second array: parts in folders of their own.
# shellcheck disable=SC2086
sbatch --parsable --array=1-3 --output="$here/part-%a.out" --export=ALL,TOUCHSTONE_PARTS="$here/../parts" \
    "$job_script" $study > part.job
no_jobs() { [ -z "$(squeue -h -j "$(cat part.job)" 2> /dev/null)" ]; }
wait_for "the end of three parts" no_jobs
"$program" gather parts/1 parts/2 parts/3 --out joined > joined.gather
# shellcheck disable=SC2086
"$program" $study --out joined > joined.md 2> joined.errors

# The killed process may have been the last one there, waiting for tables that were just written: what it
# leaves then goes with the next command.
# shellcheck disable=SC2086
"$program" $study --out together > together.md 2> together.errors

status=0
for other in together joined; do
    for file in whole/*.* whole/cells/experiment-*.json; do
        if ! cmp "$file" "$other/${file#whole/}"; then
            status=1
        fi
    done
    left=$(find "$other" -name '*.claim-*' -o -name '.touchstone-*')
    if [ -n "$left" ]; then
        echo "left behind: $left"
        status=1
    fi
done
made=$(cat together/cells/times-*.csv | grep -c '^experiment-')
asked=$(find whole/cells -name 'experiment-*.json' | wc -l)
echo "$killed processes killed with their node: $asked cells, made $made times by $(grep -l '^experiment-' together/cells/times-*.csv | wc -l) processes"
[ "$killed" -ge 1 ] && [ "$made" -le $((asked + 1)) ] || status=1
exit $status
