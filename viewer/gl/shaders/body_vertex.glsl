#version 330 core
// Per body four texels: the rows of world_from_shape, then color and, as alpha, whether it is
// shown. What is not shown goes beyond the far plane.
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
