#include "viewer/gl/shaders.h"

namespace touchstone::viewer {

const ShaderSource kBackgroundShader{"background",
                                     R"(#version 330 core
out float height;
void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    height = 0.5 * corner.y + 0.5;
    gl_Position = vec4(corner, 0.0, 1.0);
}
)",
                                     R"(#version 330 core
uniform vec4 sky;
uniform vec4 ground;
in float height;
out vec4 color;
void main() { color = mix(ground, sky, height); }
)"};

// Per body four texels: the rows of world_from_shape, then color and, as alpha, whether it is
// shown. What is not shown goes beyond the far plane.
const ShaderSource kBodyShader{"body",
                               R"(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in uint body;
uniform samplerBuffer bodies;
uniform mat4 view_from_world;
uniform mat4 clip_from_view;
uniform vec4 clip_plane;
out vec3 in_view;
out float clip_side;
flat out vec3 body_color;
void main() {
    int first = 4 * int(body);
    vec4 shape = vec4(position, 1.0);
    vec4 world = vec4(dot(texelFetch(bodies, first), shape), dot(texelFetch(bodies, first + 1), shape),
                      dot(texelFetch(bodies, first + 2), shape), 1.0);
    vec4 look = texelFetch(bodies, first + 3);
    body_color = look.rgb;
    clip_side = dot(clip_plane, world);
    vec4 view = view_from_world * world;
    in_view = view.xyz;
    gl_Position = look.a > 0.5 ? clip_from_view * view : vec4(0.0, 0.0, 2.0, 1.0);
}
)",
                               R"(#version 330 core
uniform float opacity;
uniform float orthographic;
in vec3 in_view;
in float clip_side;
flat in vec3 body_color;
out vec4 color;
void main() {
    if (clip_side > 0.0) discard;
    vec3 normal = normalize(cross(dFdx(in_view), dFdy(in_view)));
    vec3 to_eye = orthographic > 0.5 ? vec3(0.0, 0.0, 1.0) : normalize(-in_view);
    if (dot(normal, to_eye) < 0.0) normal = -normal;
    float key = max(0.0, dot(normal, normalize(vec3(-0.35, 0.75, 0.55))));
    float fill = max(0.0, dot(normal, normalize(vec3(0.7, 0.1, 0.7))));
    float light = 0.50 + 0.42 * key + 0.16 * fill;
    color = vec4(min(vec3(1.0), body_color * light), opacity);
}
)"};

// Each line is a strip of two triangles as wide as the screen wants it.
const ShaderSource kLineShader{"line",
                               R"(#version 330 core
layout(location = 0) in vec3 start;
layout(location = 1) in vec3 end;
layout(location = 2) in uint body;
uniform samplerBuffer bodies;
uniform mat4 view_from_world;
uniform mat4 clip_from_view;
uniform vec4 clip_plane;
uniform vec2 viewport;
uniform float width;
uniform float nearer;
uniform float near;
out float clip_side;
vec4 world_of(vec3 point) {
    int first = 4 * int(body);
    vec4 shape = vec4(point, 1.0);
    return vec4(dot(texelFetch(bodies, first), shape), dot(texelFetch(bodies, first + 1), shape),
                dot(texelFetch(bodies, first + 2), shape), 1.0);
}
void main() {
    vec4 world_a = world_of(start);
    vec4 world_b = world_of(end);
    vec4 a = view_from_world * world_a;
    vec4 b = view_from_world * world_b;
    float share_a = 0.0;
    float share_b = 1.0;
    if (a.z > -near && b.z < -near) share_a = (-near - a.z) / (b.z - a.z);
    if (b.z > -near && a.z < -near) share_b = (-near - a.z) / (b.z - a.z);
    vec4 clip_a = clip_from_view * mix(a, b, share_a);
    vec4 clip_b = clip_from_view * mix(a, b, share_b);
    vec2 along = (clip_b.xy / clip_b.w - clip_a.xy / clip_a.w) * viewport;
    float pixels = length(along);
    along = pixels > 1e-4 ? along / pixels : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);
    bool at_end = gl_VertexID >= 2;
    float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
    vec4 place = at_end ? clip_b : clip_a;
    place.xy += (side * across + (at_end ? 0.5 : -0.5) * along) * width / viewport * place.w;
    place.z -= nearer * place.w;
    clip_side = dot(clip_plane, mix(world_a, world_b, at_end ? share_b : share_a));
    float shown = texelFetch(bodies, 4 * int(body) + 3).a;
    bool hidden = shown < 0.5 || (a.z > -near && b.z > -near);
    gl_Position = hidden ? vec4(0.0, 0.0, 2.0, 1.0) : place;
}
)",
                               R"(#version 330 core
uniform vec4 line_color;
in float clip_side;
out vec4 color;
void main() {
    if (clip_side > 0.0) discard;
    color = line_color;
}
)"};

const ShaderSource kRegionShader{"region",
                                 R"(#version 330 core
layout(location = 0) in vec3 position;
uniform mat4 view_from_world;
uniform mat4 clip_from_view;
void main() { gl_Position = clip_from_view * view_from_world * vec4(position, 1.0); }
)",
                                 R"(#version 330 core
uniform vec4 region_color;
out vec4 color;
void main() { color = region_color; }
)"};

// One point each; the fragments find out where the sphere is.
const ShaderSource kSphereShader{"sphere",
                                 R"(#version 330 core
layout(location = 0) in vec3 center;
layout(location = 1) in vec4 tint;
uniform mat4 view_from_world;
uniform mat4 clip_from_view;
uniform float half_height;
uniform float radius;
uniform float least_pixels;
flat out vec3 sphere_center;
flat out float sphere_radius;
flat out vec4 sphere_color;
flat out float diameter;
void main() {
    vec4 view = view_from_world * vec4(center, 1.0);
    gl_Position = clip_from_view * view;
    float pixels_per_metre = clip_from_view[1][1] * half_height / gl_Position.w;
    float pixels = max(radius * pixels_per_metre, least_pixels);
    sphere_center = view.xyz;
    sphere_radius = pixels / pixels_per_metre;
    sphere_color = tint;
    diameter = 2.0 * pixels + 2.0;
    gl_PointSize = diameter;
}
)",
                                 R"(#version 330 core
uniform mat4 clip_from_view;
flat in vec3 sphere_center;
flat in float sphere_radius;
flat in vec4 sphere_color;
flat in float diameter;
out vec4 color;
void main() {
    vec2 at = (2.0 * gl_PointCoord - 1.0) * diameter / (diameter - 2.0);
    at.y = -at.y;
    float squared = dot(at, at);
    float inside = clamp(0.5 + (1.0 - sqrt(squared)) * 0.5 * (diameter - 2.0), 0.0, 1.0);
    if (inside <= 0.0) discard;
    vec3 normal = vec3(at, sqrt(max(0.0, 1.0 - squared)));
    vec4 place = clip_from_view * vec4(sphere_center + sphere_radius * vec3(0.0, 0.0, normal.z), 1.0);
    gl_FragDepth = 0.5 * place.z / place.w + 0.5;
    float key = max(0.0, dot(normal, normalize(vec3(-0.35, 0.75, 0.55))));
    float shine = pow(key, 24.0);
    vec3 lit = sphere_color.rgb * (0.55 + 0.5 * key) + 0.25 * shine;
    color = vec4(min(lit, vec3(1.0)), inside);
}
)"};

// `shape`: x and y across the arrow in units of the sphere's radius, z along it in [0, 1].
const ShaderSource kArrowShader{"arrow",
                                R"(#version 330 core
layout(location = 0) in vec3 shape;
layout(location = 1) in vec3 shape_normal;
layout(location = 2) in vec3 tail;
layout(location = 3) in vec3 direction;
layout(location = 4) in vec4 tint;
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
    vec3 world = tail + unit * (axes * vec3(shape.xy, arrow_length * shape.z));
    normal = mat3(view_from_world) * (axes * shape_normal);
    arrow_color = tint;
    bool points_somewhere = dot(direction, direction) > 0.25;
    gl_Position = points_somewhere ? clip_from_view * view_from_world * vec4(world, 1.0)
                                   : vec4(0.0, 0.0, 2.0, 1.0);
}
)",
                                R"(#version 330 core
in vec3 normal;
flat in vec4 arrow_color;
out vec4 color;
void main() {
    float key = max(0.0, dot(normalize(normal), normalize(vec3(-0.35, 0.75, 0.55))));
    color = vec4(min(vec3(1.0), arrow_color.rgb * (0.6 + 0.45 * key)), arrow_color.a);
}
)"};

}  // namespace touchstone::viewer
