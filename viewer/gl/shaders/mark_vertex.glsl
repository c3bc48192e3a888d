#version 330 core
// Triangles of bodies in colors of their own.
layout(location = 0) in vec3 position;
layout(location = 1) in uint body;
layout(location = 2) in vec4 tint;
uniform samplerBuffer bodies;
uniform mat4 view_from_world;
uniform mat4 clip_from_view;
uniform vec4 clip_plane;
out float clip_side;
flat out vec4 own_color;
void main() {
    int first = 4 * int(body);
    vec4 shape = vec4(position, 1.0);
    vec4 world = vec4(dot(texelFetch(bodies, first), shape), dot(texelFetch(bodies, first + 1), shape),
                      dot(texelFetch(bodies, first + 2), shape), 1.0);
    clip_side = dot(clip_plane, world);
    own_color = tint;
    bool shown = texelFetch(bodies, first + 3).a > 0.5;
    gl_Position = shown ? clip_from_view * view_from_world * world : vec4(0.0, 0.0, 2.0, 1.0);
}
