#include "benchmarks/engines.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <string>

#ifdef STICKSLIP_HAS_BULLET
#include <btBulletDynamicsCommon.h>
#endif
#ifdef STICKSLIP_HAS_ODE
#include <ode/ode.h>
#endif
#ifdef STICKSLIP_HAS_MUJOCO
#include <mujoco/mujoco.h>
#endif

namespace stickslip::benchmarks {

namespace {

constexpr double g = 9.81;

#ifdef STICKSLIP_HAS_BULLET
class Bullet : public Engine {
 public:
  explicit Bullet(const EngineScene& scene)
      : dispatcher_(&configuration_),
        world_(&dispatcher_, &broad_phase_, &solver_, &configuration_),
        plane_({0.0, 0.0, 1.0}, 0.0),
        box_(vector(0.5 * scene.sides)) {
    world_.setGravity({0.0, 0.0, static_cast<btScalar>(-g)});
    add(plane_, 0.0, EngineBox(), scene.mu);
    for (const EngineBox& box : scene.boxes) add(box_, scene.mass, box, scene.mu);
  }
  ~Bullet() override {
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }
  const char* name() const override { return "Bullet"; }
  void step(double h) override { world_.stepSimulation(static_cast<btScalar>(h), 0); }
  Vec<3> position(std::size_t box) const override {
    const btVector3& at = bodies_[box + 1]->getWorldTransform().getOrigin();
    return {at.x(), at.y(), at.z()};
  }

 private:
  static btVector3 vector(const Vec<3>& v) {
    return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
  }
  void add(btCollisionShape& shape, double mass, const EngineBox& box, double mu) {
    btVector3 inertia(0.0, 0.0, 0.0);
    if (mass > 0.0) shape.calculateLocalInertia(static_cast<btScalar>(mass), inertia);
    btRigidBody::btRigidBodyConstructionInfo given(static_cast<btScalar>(mass), nullptr, &shape, inertia);
    const Eigen::Quaterniond& q = box.orientation;
    given.m_startWorldTransform = btTransform({static_cast<btScalar>(q.x()), static_cast<btScalar>(q.y()),
                                               static_cast<btScalar>(q.z()), static_cast<btScalar>(q.w())},
                                              vector(box.position));
    given.m_friction = static_cast<btScalar>(std::sqrt(mu));  // that of a pair is the product
    auto body = std::make_unique<btRigidBody>(given);
    body->setLinearVelocity(vector(box.velocity));
    body->setAngularVelocity(vector(box.angular_velocity));
    body->setActivationState(DISABLE_DEACTIVATION);
    world_.addRigidBody(body.get());
    bodies_.push_back(std::move(body));
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  btStaticPlaneShape plane_;
  btBoxShape box_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
};
#endif

#ifdef STICKSLIP_HAS_ODE
class Ode : public Engine {
 public:
  explicit Ode(const EngineScene& scene)
      : mu_(scene.mu), world_(dWorldCreate()), space_(dHashSpaceCreate(nullptr)), contacts_(dJointGroupCreate(0)) {
    dWorldSetGravity(world_, 0.0, 0.0, -g);
    dWorldSetAutoDisableFlag(world_, 0);
    dCreatePlane(space_, 0.0, 0.0, 1.0, 0.0);
    dMass mass;
    dMassSetBoxTotal(&mass, scene.mass, scene.sides.x(), scene.sides.y(), scene.sides.z());
    for (const EngineBox& box : scene.boxes) {
      const dBodyID body = dBodyCreate(world_);
      dBodySetMass(body, &mass);
      dBodySetPosition(body, box.position.x(), box.position.y(), box.position.z());
      const dQuaternion q = {box.orientation.w(), box.orientation.x(), box.orientation.y(), box.orientation.z()};
      dBodySetQuaternion(body, q);
      dBodySetLinearVel(body, box.velocity.x(), box.velocity.y(), box.velocity.z());
      dBodySetAngularVel(body, box.angular_velocity.x(), box.angular_velocity.y(), box.angular_velocity.z());
      dGeomSetBody(dCreateBox(space_, scene.sides.x(), scene.sides.y(), scene.sides.z()), body);
      bodies_.push_back(body);
    }
  }
  ~Ode() override {
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
  }
  const char* name() const override { return "ODE quick"; }
  void step(double h) override {
    dSpaceCollide(space_, this, &Ode::touch);
    dWorldQuickStep(world_, h);
    dJointGroupEmpty(contacts_);
  }
  Vec<3> position(std::size_t box) const override {
    const dReal* at = dBodyGetPosition(bodies_[box]);
    return {at[0], at[1], at[2]};
  }

 private:
  static void touch(void* self, dGeomID a, dGeomID b) {
    auto& engine = *static_cast<Ode*>(self);
    std::array<dContact, 8> found{};
    const int count = dCollide(a, b, static_cast<int>(found.size()), &found[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
      dContact& contact = found[static_cast<std::size_t>(i)];
      contact.surface.mode = dContactApprox1;
      contact.surface.mu = engine.mu_;
      dJointAttach(dJointCreateContact(engine.world_, engine.contacts_, &contact), dGeomGetBody(a), dGeomGetBody(b));
    }
  }

  // ODE is set up as long as there is a world.
  struct Library {
    Library() { dInitODE2(0); }
    ~Library() { dCloseODE(); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
  } library_;
  double mu_;
  dWorldID world_;
  dSpaceID space_;
  dJointGroupID contacts_;
  std::vector<dBodyID> bodies_;
};
#endif

#ifdef STICKSLIP_HAS_MUJOCO
class Mujoco : public Engine {
 public:
  Mujoco(const EngineScene& scene, double h) {
    const std::size_t most = 12 * scene.boxes.size() + 20;  // contacts, three rows each
    std::ostringstream text;
    text.precision(17);
    text << "<mujoco><option timestep=\"" << h << "\" cone=\"elliptic\" gravity=\"0 0 " << -g << "\"/>"
         << "<size nconmax=\"" << most << "\" njmax=\"" << 3 * most << "\"/><default><geom friction=\"" << scene.mu
         << " 0 0\" condim=\"3\"/></default><worldbody><geom type=\"plane\" size=\"50 50 1\"/>";
    for (const EngineBox& box : scene.boxes) {
      const Eigen::Quaterniond& q = box.orientation;
      text << "<body pos=\"" << box.position.transpose() << "\" quat=\"" << q.w() << ' ' << q.x() << ' ' << q.y() << ' '
           << q.z() << "\"><freejoint/><geom type=\"box\" size=\"" << 0.5 * scene.sides.transpose() << "\" mass=\""
           << scene.mass << "\"/></body>";
    }
    text << "</worldbody></mujoco>";
    const std::string xml = text.str();
    const auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    mj_makeEmptyFileVFS(files.get(), "scene.xml", static_cast<int>(xml.size()));
    std::memcpy(files->filedata[mj_findFileVFS(files.get(), "scene.xml")], xml.data(), xml.size());
    std::array<char, 300> error{};
    model_ = mj_loadXML("scene.xml", files.get(), error.data(), static_cast<int>(error.size()));
    mj_deleteVFS(files.get());
    if (model_ == nullptr) throw std::runtime_error(std::string("MuJoCo: ") + error.data());
    data_ = mj_makeData(model_);
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        data_->qvel[6 * i + static_cast<std::size_t>(k)] = scene.boxes[i].velocity[k];
        data_->qvel[6 * i + 3 + static_cast<std::size_t>(k)] = scene.boxes[i].angular_velocity[k];
      }
    }
  }
  ~Mujoco() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  const char* name() const override { return "MuJoCo"; }
  void step(double /*h*/) override { mj_step(model_, data_); }
  Vec<3> position(std::size_t box) const override {
    const mjtNum* at = data_->qpos + 7 * box;
    return {at[0], at[1], at[2]};
  }

 private:
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
};
#endif

}  // namespace

std::vector<std::unique_ptr<Engine>> installed_engines([[maybe_unused]] const EngineScene& scene,
                                                       [[maybe_unused]] double h) {
  std::vector<std::unique_ptr<Engine>> engines;
#ifdef STICKSLIP_HAS_BULLET
  engines.push_back(std::make_unique<Bullet>(scene));
#endif
#ifdef STICKSLIP_HAS_ODE
  engines.push_back(std::make_unique<Ode>(scene));
#endif
#ifdef STICKSLIP_HAS_MUJOCO
  engines.push_back(std::make_unique<Mujoco>(scene, h));
#endif
  return engines;
}

}  // namespace stickslip::benchmarks
