#version 330 core
// `shape`: x and y across the arrow in units of the sphere's radius, z along it in [0, 1].
layout(location = 0) in vec3 shape;
layout(location = 1) in vec3 shape_normal;
layout(location = 2) in vec3 tail;
layout(location = 3) in vec3 direction;
layout(location = 4) in vec4 tint;
layout(location = 5) in float share;
uniform mat4 view_from_world;
uniform mat4 clip_from_view;
uniform float half_height;
uniform float radius;
uniform float least_pixels;
uniform float arrow_length;
out vec3 normal;
flat out vec4 arrow_color;
void main() {
    vec4 clip = clip_from_view * view_from_world * vec4(tail, 1.0);
    float pixels_per_metre = clip_from_view[1][1] * half_height / clip.w;
    float unit = max(radius, least_pixels / pixels_per_metre);
    vec3 side = abs(direction.x) < 0.6 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0);
    vec3 u = normalize(cross(side, direction));
    mat3 axes = mat3(u, cross(direction, u), direction);
    vec3 world = tail + unit * (axes * vec3(shape.xy, arrow_length * share * shape.z));
    normal = mat3(view_from_world) * (axes * shape_normal);
    arrow_color = tint;
    bool points_somewhere = dot(direction, direction) > 0.25;
    gl_Position = points_somewhere ? clip_from_view * view_from_world * vec4(world, 1.0)
                                   : vec4(0.0, 0.0, 2.0, 1.0);
}
