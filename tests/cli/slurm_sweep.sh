#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/slurm-sweep on a cluster of this machine alone: munged, slurmctld and slurmd in the foreground, with a
# configuration, a key and ports of their own. The merged database is that of a sweep without a cluster.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
source "$FLITLOCK_SOURCE_DIR/tests/cli/sweep_lib.sh"
PATH=$PATH:/usr/sbin

if ! command -v slurmctld >/dev/null || ! command -v munged >/dev/null; then
    "$FLITLOCK_SOURCE_DIR/scripts/setup" --slurm
fi

# Paths of sockets are short.
cluster=$(mktemp -d)
chmod 755 "$cluster"
daemons=()
end() {
    local code=$? process
    for process in ${daemons[@]+"${daemons[@]}"}; do kill "$process" 2>/dev/null || true; done
    for process in ${daemons[@]+"${daemons[@]}"}; do wait "$process" 2>/dev/null || true; done
    if [ "$code" -ne 0 ]; then
        tail -n 40 "$cluster"/*.log shards.out sweep/shards/*.log 2>/dev/null || true
    fi
    rm -rf "$cluster"
    exit "$code"
}
trap end EXIT

# free_port: one that nobody listens on.
free_port() {
    local port
    while port=$((20000 + SRANDOM % 12000)); do
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
    done
    echo "$port"
}
node=$(hostname -s)
mkdir "$cluster/state" "$cluster/spool"
head -c 1024 /dev/urandom >"$cluster/key"
chmod 400 "$cluster/key"
cat >"$cluster/slurm.conf" <<END
ClusterName=flitlock
SlurmctldHost=$node(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$cluster/munge
CredType=cred/munge
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=2
ReturnToService=2
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$cluster/slurm.conf

# daemon NAME COMMAND...
daemon() {
    local name=$1
    shift
    "$@" >"$cluster/$name.out.log" 2>&1 &
    daemons+=($!)
}
# until_true WHAT COMMAND...: waits for half a minute.
until_true() {
    local what=$1
    shift
    for _ in $(seq 100); do
        ! "$@" >/dev/null 2>&1 || return 0
        sleep 0.3
    done
    fail "$what"
}
daemon munged munged --foreground --force --key-file="$cluster/key" --socket="$cluster/munge" \
    --pid-file="$cluster/munged.pid" --log-file="$cluster/munged.log" --seed-file="$cluster/seed"
until_true "munged does not answer" munge --no-input --socket="$cluster/munge"
daemon slurmctld slurmctld -D -f "$SLURM_CONF"
until_true "slurmctld does not answer" scontrol ping
daemon slurmd slurmd -D -f "$SLURM_CONF"
idle() {
    [ "$(sinfo --noheader --format=%T)" = idle ]
}
until_true "the node does not come up" idle

sweep=$FLITLOCK_SOURCE_DIR/configs/sweeps/tiny.yaml
submit() {
    "$FLITLOCK_SOURCE_DIR/scripts/slurm-sweep" "$sweep" --out sweep --shards 4 --flitlock "$FLITLOCK" --wait "$@" \
        >shards.out 2>&1
}
submit -- --time 30
grep -qF '60 of 60 points: 60 added, 0 the same twice, 0 missing' shards.out || fail "not merged: $(cat shards.out)"
expect 0 sweep "$sweep" --out alone
same_content alone sweep
# It was the cluster that did it: four tasks of an array, each with its quarter.
equals "tasks" 4 "$(scontrol --oneliner show job | grep -c 'ArrayTaskId=.*JobState=COMPLETED')"
for shard in 1 2 3 4; do
    equals "points of shard $shard" 15 "$(query "sweep/shards/$shard" 'SELECT count(*) FROM point')"
done

# Submitted again, it does what is missing and nothing else.
query sweep/shards/3 'DELETE FROM setting WHERE point = 6; DELETE FROM point WHERE point = 6'
query sweep/shards/3 'UPDATE point SET message = "there before" WHERE point = 2'
rm sweep/sweep.db
submit
same_content_but_message() {
    query sweep 'UPDATE point SET message = "" WHERE point = 2'
    same_content alone sweep
}
equals "message of a point that was there" "there before" "$(query sweep 'SELECT message FROM point WHERE point = 2')"
same_content_but_message

# A sweep with a mistake is refused before anything is submitted.
jobs=$(scontrol --oneliner show job | wc -l)
echo 'base: none.yaml' >wrong.yaml
code=0
"$FLITLOCK_SOURCE_DIR/scripts/slurm-sweep" wrong.yaml --out wrong --shards 1 --flitlock "$FLITLOCK" 2>err || code=$?
equals "exit code of a wrong sweep" 2 "$code"
says none.yaml
equals "jobs" "$jobs" "$(scontrol --oneliner show job | wc -l)"
