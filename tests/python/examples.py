"""Two objects of every public class that differ, for tests that go through all classes."""

import inspect

import numpy as np
from studies import ISHIGAMI

import stickslip as ss
from stickslip import cone, contact, formulation, friction, geometry, haptics, patch, record, sim, solvers, sweep
from stickslip import scene as scenes

HINGES = (("left", 0.5), ("right", 3.5))  # names of doors, and where these are

MODULES = [thing for name in ss.__all__ if inspect.ismodule(thing := getattr(ss, name))]


def public_classes():
    """Every class that a module of the package shows."""
    things = [getattr(module, name) for module in MODULES for name in module.__all__]
    return {thing for thing in things if inspect.isclass(thing)}


def examples():
    """{class: (one, another)}, made afresh."""
    lugre = friction.LuGre(sigma0=1e5, sigma1=300.0, mu_c=1.0, mu_s=1.5)
    plastic = friction.ElastoPlastic(sigma0=1e5, sigma1=300.0, mu_c=1.0, mu_s=1.5)
    adhesion = friction.Adhesion(z_max=1e-4, stiffness=1e4)
    disc, plate = patch.Pressure.disc(radius=0.01), patch.Pressure.grid(np.eye(3), size=(0.02, 0.01))
    reduced, other_reduced = patch.ReducedPatch(plastic, disc), patch.ReducedPatch(lugre, patch.LimitSurface(disc))
    spread, other_spread = (patch.DistributedPatch(plastic, disc, cells=cells) for cells in (3, 5))
    ahead, aside = (cone.FrictionCone(mu=0.5, normal=normal) for normal in ((0, 0, 1), (1, 0, 0)))
    foot = cone.WrenchCone.rectangle(half_x=0.1, half_y=0.05, mu=0.5)
    points, up = [[0.1, 0.0, 0.0], [-0.1, 0.0, 0.0]], (0.0, 0.0, 1.0)
    t, x = record.Axis("t", unit="s"), record.Axis("x", min=0.0, categories=("a", "b"))
    line = record.Mark("line", "run", ["t", "x"], only=("t", 0.0), colour="red")
    label, motion = record.Label(1.0, 2.0, "here"), record.Motion("run")
    shape = record.Shape("curve", "run", ["t", "x", "x"], motion=motion)
    panel = record.Panel(x=t, y=x, marks=[line], labels=[label])
    figure, scene = record.Figure("fall", panels=[panel]), record.Scene("space", x=t, y=t, z=t)
    explorer = record.Explorer("rows", series="run", columns=["t", "x"], axes=[t, x], colour_by="x", rows="runs")
    # NaN is a number that series and checks may hold, and equal to itself here.
    series = record.Series("run", {"t": [0.0, 1.0], "x": [np.nan, -0.0]}, units={"t": "s"})
    check, table = record.at_most("slip", bound=1.0, measured=np.nan), record.Table("run", row_labels=["a", "b"])

    def result():
        own = record.Result("my-run", parameters={"g": (9.81, "m/s2"), "law": "LuGre"}, made="today", seconds=1.0)
        own.add_series(series)
        own.add_check(check)
        own.add_table(table)
        own.add_figure(figure)
        own.add_scene(scene)
        own.add_explorer(explorer)
        return own

    cube, origin = geometry.Polyhedron.box((1, 1, 1)), ((0, 0, 0), (1, 0, 0, 0))
    overlaps = tuple(geometry.overlap(cube, ((0, 0, z), (1, 0, 0, 0)), cube, origin) for z in (0.9, 0.8))
    eye, ones = np.eye(3), np.ones(3)
    fallen, solved = (solvers.solve_lcp([[entry]], [-1.0])[1] for entry in (-1.0, 1.0))
    still = dict(inertia=[ones], position=[ones], velocity=[ones], angular_velocity=[ones])
    bodies, heavy = (formulation.Bodies(mass=[mass], **still) for mass in (1.0, 2.0))
    contacts, smooth = (
        formulation.Contacts(bodies=[[0, -1]], point=[ones], normal=[ones], mu=[mu]) for mu in (0.5, 0.0)
    )
    rows = np.eye(12)[:1]

    def bent(state):
        state.z = [1e-6, 0.0, 0.0]
        return state

    def stepped(batch):
        batch.step(np.full((3, 3), 1e-4), dt=1e-3)
        return batch

    def touched(renderer):
        renderer.run([[0.0, 0.0, 0.0], [1e-5, 2e-5, 0.0]], t=[1.0, 2.0])
        return renderer

    def moved(patch_):
        return sim.simulate(patch_, mass=1.0, inertia=1.0, load=(3.0, 0.0, 0.0), normal_force=1.0, t_end=0.02)

    def fallen_box(mass):
        world = sim.World()
        world.add_plane()
        box = geometry.Polyhedron.box((0.1, 0.1, 0.1))
        world.add_body(box, mass=mass, position=(0, 0, 0.0499), inertia=ones)
        pendulum = world.add_body(box, mass=mass, position=(5, 0, 1))
        world.add_hinge(pendulum, point=(5, 0.3, 1), axis=(1, 0, 0), limits=(-0.5, 1.0), friction=lugre)
        world.add_ball(world.add_body(box, mass=mass, position=(5, 0, 0.8)), pendulum, point=(5, 0, 0.9))
        return world, world.step(1e-3)

    def overlapping_box():
        volumes = sim.World()
        volumes.add_contact_model(sim.Volume())
        box = geometry.Polyhedron.box((0.1, 0.1, 0.1))
        for height in (0.0, 0.09999):
            volumes.add_body(box, mass=1.0, position=(0, 0, height))
        volumes.step(1e-3)
        return volumes.volumes

    def doors():
        # Which turn, but whose velocities are those of doors at rest.
        shape = {"box": [1, 0.05, 1]}
        return {name: dict(shape=shape, mass=1, position=[x, 0, 0], angular_velocity=[0, 0, 2]) for name, x in HINGES}

    def fitted_doors():
        spun, box = sim.World(), geometry.Polyhedron.box((1, 0.05, 1))
        for door in doors().values():
            spun.add_body(box, mass=1, position=door["position"], angular_velocity=door["angular_velocity"])
        for door, (_, x) in zip(spun.bodies, HINGES):
            spun.add_hinge(door, point=(x - 0.5, 0, 0), axis=(0, 0, 1))
        return spun.fit_velocities()

    def fitted_doors_of_a_scene():
        hinges = {f"of_{name}": {"hinge": dict(a=name, point=[x - 0.5, 0, 0], axis=[0, 0, 1])} for name, x in HINGES}
        return tuple(scenes.run({"bodies": doors(), "joints": hinges, "run": {"until": 0.01}}).fitted)

    (world, report), (other_world, _) = fallen_box(1.0), fallen_box(2.0)
    held, free = world.contacts, sim.World().contacts
    motion_of_world, other_motion = world.run(until=0.01), other_world.run(until=0.01)

    described, heavier = scenes.Scene.read("arm"), scenes.Scene.read("arm", overrides={"bodies.fore.mass": 2})
    reached, box_ran = described.run(until=0.02), scenes.run("sliding_box", until=0.02)
    trace, other_trace = (scenes.run("haptic_trace", until=until) for until in (0.02, 0.03))

    study, shorter = (sweep.Study.from_yaml(ISHIGAMI, overrides={"samples": samples}) for samples in (8, 4))
    every_run = sweep.run(study)
    near, far = sweep.Estimate(0.3, 0.2, 0.4), sweep.Estimate(0.6, 0.5, 0.7)

    pairs = [
        (friction.Coulomb(mu_c=0.5, mu_s=0.7), friction.Coulomb(mu_c=0.5, mu_s=0.8)),
        (friction.Dahl(sigma0=1e4, f_c=1.0), friction.Dahl(sigma0=1e4, f_c=2.0)),
        (lugre, friction.LuGre(sigma0=1e5, mu_c=1.0, mu_s=1.5)),
        (plastic, friction.ElastoPlastic(sigma0=1e5, mu_c=1.0, mu_s=1.5)),
        (adhesion, friction.Adhesion(z_max=1e-4, z_stick=2e-4, map="stick_slip_slide")),
        (lugre.state(2), lugre.state(3)),
        (adhesion.state(2), adhesion.state(3)),
        (friction.Regime.STUCK, friction.Regime.SLIDING),
        (disc, plate),
        tuple(patch.HertzContact(radius=radius, exponent=2.0, side=0.05) for radius in (0.01, abs)),
        (patch.LimitSurface(disc), patch.LimitSurface.ellipsoid(disc)),
        (reduced, other_reduced),
        (spread, other_spread),
        (reduced.state(), bent(reduced.state())),
        (spread.state(), other_spread.state()),
        (stepped(patch.ReducedBatch(reduced, 3)), patch.ReducedBatch(reduced, 3)),
        (ahead, aside),
        (ahead.polyhedral(4), aside.polyhedral(5)),
        (foot, cone.WrenchCone.from_points(points, up, 0.5, 4)),
        tuple(cone.WrenchPolytope(points, up, 0.5, total_normal_force=force) for force in (1.0, 2.0)),
        (geometry.Polyhedron.box((1, 2, 3)), geometry.Polyhedron.from_points(np.eye(4)[:, :3])),
        (geometry.Sphere(0.1), geometry.Sphere(0.2)),
        (geometry.Plane(), geometry.Plane(offset=1.0)),
        overlaps,
        tuple(contact.VolumeContact(overlap) for overlap in overlaps),
        (touched(haptics.Renderer(plastic)), haptics.Renderer(plastic)),
        (haptics.Status.OK, haptics.Status.LIMITED),
        (moved(reduced), moved(other_reduced)),
        (world, other_world),
        world.bodies[:2],
        world.joints,
        (held, free),
        fitted_doors(),
        (sim.Volume(), sim.Volume(push_out=0.1)),
        (overlapping_box(), sim.World().volumes),
        (report, sim.World().step(1e-3)),
        (motion_of_world, other_motion),
        (motion_of_world[0], motion_of_world[1]),
        tuple(motion_of_world[joint] for joint in world.joints),
        (solvers.SolveStatus.CONVERGED, solvers.SolveStatus.STALLED),
        (solvers.LcpProblem(eye, ones), solvers.LcpProblem(eye, -ones)),
        tuple(solvers.MixedLcpProblem(eye, ones, free) for free in ([True, False, False], [False] * 3)),
        tuple(solvers.BoxedLcpProblem(eye, ones, -ones, ones, bound_of) for bound_of in (None, [-1, -1, 0])),
        tuple(solvers.ConeProblem(eye, ones, [mu]) for mu in (0.5, 0.6)),
        (solved, fallen),
        (solvers.SolveError(fallen), solvers.SolveError(solved)),
        (bodies, heavy),
        (contacts, smooth),
        tuple(formulation.Joints(bodies=[[0, -1]], jacobian=rows, velocity=[v]) for v in (0.0, 1.0)),
        (formulation.phantom_inertia(bodies, contacts, h=0.01), formulation.exact_cone(heavy, contacts, h=0.01)),
        (described, heavier),
        (reached, box_ran),
        (reached.energy, box_ran.energy),
        (box_ran["box", "ground"], box_ran["ground", "box"]),
        (trace["point"], other_trace["point"]),
        tuple(scenes.EnergyVerdict(share, 0.1, "pass", "") for share in (0.01, 0.02)),
        fitted_doors_of_a_scene(),
        (study, shorter),
        (every_run, sweep.run(shorter)),
        tuple(sweep.RunNotOk(index, every_run) for index in (2, 3)),
        (near, far),
        (sweep.SobolIndex(near, far), sweep.SobolIndex(near, near)),
        tuple(sweep.Proportion(count, 8, count / 8, 0.1, 0.9) for count in (4, 5)),
        tuple(sweep.SweepProgress(finished, 8, 0, 1.0, 2.0) for finished in (4, 5)),
        (t, x),
        (line, record.Mark("line", "run", ["t", "x"])),
        (label, record.Label(1.0, np.nan, "here")),
        (panel, record.Panel(x=t, y=x)),
        (figure, record.Figure("fall")),
        (motion, record.Motion("other")),
        (shape, record.Shape("curve", "run", ["t", "x", "x"])),
        (scene, record.Scene("space", x=x, y=t, z=t)),
        (explorer, record.Explorer("rows", series="run", columns=["t", "x"])),
        (series, record.Series("run", {"t": [0.0, 1.0], "x": [0.0, 0.0]}, units={"t": "s"})),
        (check, record.at_least("slip", bound=1.0, measured=np.nan)),
        (table, record.Table("run")),
        (record.Parameter(1.0, "m"), record.Parameter(1.0, "s")),
        (result(), record.Result("my-run", made="today")),
    ]
    return {type(one): (one, another) for one, another in pairs}
