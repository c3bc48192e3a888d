"""Stepping, and stopping."""

import os
import signal
import threading
import time

import numpy as np
import pytest

import touchstone


def interrupt_after(seconds):
    """Ctrl-C, as a terminal sends it."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_steps_are_the_same_one_by_one_and_together():
    one = touchstone.Simulation("pillar", "opposing")
    for _ in range(4):
        last = one.step()
    all_at_once = touchstone.Simulation("pillar", "opposing", threads=1)
    together = all_at_once.step(4)
    assert one.steps == all_at_once.steps == 4
    assert one.poses.tobytes() == all_at_once.poses.tobytes()
    assert last.impulses.tobytes() == together.impulses.tobytes()
    assert one.time == last.time == pytest.approx(4 * one.time_step)


def test_a_query_is_that_of_the_coming_step():
    simulation = touchstone.Simulation("pillar", "opposing")
    for number in range(1, 4):
        query = simulation.query()
        step = simulation.step()
        assert query.position.tobytes() == step.contacts.position.tobytes()
        direct = touchstone.find_contacts("pillar", "opposing", query=number, pose="half-step")
        assert query.normal.tobytes() == direct.normal.tobytes()
        assert np.array_equal(query.body_poses, step.contacts.body_poses)


def test_a_step_says_what_it_did():
    simulation = touchstone.Simulation("pillar", "semi_local")
    step = simulation.step()
    assert len(step.contacts) == len(step.impulses) == len(step.world_impulses) == 40
    assert np.all(step.impulses[:, 0] >= 0)
    along = np.einsum("ij,ij->i", step.world_impulses, step.contacts.normal)
    assert np.allclose(along, step.impulses[:, 0], rtol=1e-12, atol=1e-15)
    # It rests, and begins with the impulses that hold it.
    assert step.stop == "stagnation" and len(step.residuals) == 1
    assert step.kinetic_energy >= 0


def test_a_step_names_what_overlaps_without_a_contact(tmp_path):
    case = "h03_cube_centred_in_plate"  # deeper than the reach of most methods
    silent = touchstone.Simulation(case, "opposing")
    record = tmp_path / "silent.h5"
    silent.record(record)
    step = silent.step()
    assert len(step.contacts) == 0
    assert step.silent_pairs == [tuple(silent.body_names)] and step.silent_count == 1
    read = touchstone.Recording(record).step(1)
    assert read.silent_pairs == step.silent_pairs and read.silent_count == 1
    told = touchstone.Simulation(case, "semi_local").step()
    assert len(told.contacts) == 4
    assert told.silent_pairs == [] and told.silent_count == 0


def test_the_barrier_moves_bodies_as_the_program_does(tmp_path):
    own = touchstone.Simulation("pillar", "barrier", solver="barrier")
    record = tmp_path / "own.h5"
    own.record(record)
    last = own.step(3)
    assert len(last.contacts) > 0 and np.all(last.impulses[:, 0] >= 0)
    assert last.world_impulses[:, 1].max() > 0  # what lies on something is held up
    assert [len(touchstone.Recording(record).step(n).contacts) for n in (1, 2, 3)][-1] == len(
        last.contacts
    )
    # The contacts of another method along the same motion.
    other = touchstone.Simulation("pillar", "opposing", solver="barrier")
    other.step(3)
    assert other.poses.tobytes() == own.poses.tobytes()
    usual = touchstone.Simulation("pillar", "opposing")
    usual.step(3)
    assert usual.poses.tobytes() != own.poses.tobytes()
    with pytest.raises(touchstone.UnknownName, match="proximal, barrier"):
        touchstone.Simulation("pillar", "opposing", solver="impulses")


def test_what_stands_at_rest_stays_and_what_falls_falls():
    simulation = touchstone.Simulation("wedges", "semi_local")
    fixed = [body.index for body in simulation.scene.bodies if body.fixed]
    free = [body.index for body in simulation.scene.bodies if not body.fixed]
    before = simulation.poses
    simulation.step(3)
    assert np.array_equal(before[fixed], simulation.poses[fixed])
    assert not np.array_equal(before[free], simulation.poses[free])
    assert np.array_equal(simulation.poses[:, :3, 3], simulation.positions)


def test_settings_that_are_changed_later_change_nothing():
    settings = touchstone.Settings(**{"solver.max_sweeps": 5})
    simulation = touchstone.Simulation("pillar", "vertex_only", settings)
    settings.set("solver.max_sweeps", 7)
    assert len(simulation.step().residuals) == 5
    assert len(touchstone.Simulation("pillar", "vertex_only", settings).step().residuals) == 7


def test_ctrl_c_stops_between_two_steps():
    simulation = touchstone.Simulation("pillar", "vertex_only")
    timer = interrupt_after(0.5)
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        simulation.step(10**9)
    timer.join()
    assert time.monotonic() - begin < 30
    finished = simulation.steps
    assert finished > 0
    again = touchstone.Simulation("pillar", "vertex_only")
    again.step(finished)
    assert again.poses.tobytes() == simulation.poses.tobytes()
    assert simulation.step().step == finished + 1


def test_ctrl_c_stops_a_report_between_two_rows():
    timer = interrupt_after(0.5)
    with pytest.raises(KeyboardInterrupt):
        touchstone.report("fundamental", jitter=100_000)
    timer.join()


def test_ctrl_c_stops_a_search_for_a_late_query():
    timer = interrupt_after(0.5)
    with pytest.raises(KeyboardInterrupt):
        touchstone.find_contacts("pillar", "opposing", query=1_000_000)
    timer.join()


def test_other_threads_run_while_steps_are_taken():
    simulation = touchstone.Simulation("pillar", "volume_sat")
    stepper = threading.Thread(target=simulation.step, args=(20,))
    stepper.start()
    counted = 0
    while stepper.is_alive():
        counted += 1
    assert counted > 1000
    assert simulation.steps == 20


def test_a_simulation_cannot_be_used_in_the_middle_of_a_step():
    failures = []

    def look(a, b, query):
        for use in [lambda: simulation.positions, simulation.step, simulation.query]:
            with pytest.raises(touchstone.UsageError, match="is taking a step"):
                use()
            failures.append(use)
        return [], [], []

    touchstone.add_generator("test_look_back", look)
    simulation = touchstone.Simulation("wedges", "test_look_back")
    simulation.step()
    assert len(failures) == 3 and simulation.steps == 1


@pytest.mark.parametrize("count", [0, -1])
def test_less_than_one_step_is_refused(count):
    with pytest.raises(touchstone.UsageError, match=f"1 or more; found {count}"):
        touchstone.Simulation("wedges", "opposing").step(count)
