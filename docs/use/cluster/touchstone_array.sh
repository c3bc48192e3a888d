#!/bin/sh
# One process of many that fill a folder together, as a job array of Slurm:
#
#   sbatch --array=1-16 touchstone_array.sh league --out /shared/league
#   sbatch --array=1-16 touchstone_array.sh study perturbation --jobs 1 --out /shared/study
#
# All see the folder. Where there is no such folder, each fills its own part of the cells:
#
#   sbatch --array=1-16 --export=ALL,TOUCHSTONE_PARTS=/scratch touchstone_array.sh study counts
#
# and `touchstone gather` joins what is in /scratch/1, /scratch/2, … $TOUCHSTONE names the program,
# or a command that runs it in a container.
#SBATCH --job-name=touchstone
#SBATCH --cpus-per-task=1
#SBATCH --requeue

set -eu
if [ -n "${TOUCHSTONE_PARTS:-}" ]; then
    set -- "$@" --part "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
        --out "$TOUCHSTONE_PARTS/$SLURM_ARRAY_TASK_ID"
fi
exec ${TOUCHSTONE:-touchstone} "$@"
