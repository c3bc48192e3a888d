#version 330 core
// Each line is a strip of two triangles, of the same width in pixels everywhere.
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
