#version 330 core
// A body has four texels: the rows of world_from_shape, and its color with alpha 1 if it is shown.
// What is not shown goes beyond the far plane. Elastic bodies with colors of a key are drawn in a
// pass of their own; a strain below 0 stands for a rigid body.
layout(location = 0) in vec3 position;
layout(location = 1) in uint body;
layout(location = 2) in float strain;
layout(location = 3) in vec3 normal;  // zero: that of the triangle
layout(location = 4) in float pressure;
uniform samplerBuffer bodies;
uniform mat4 view_from_world;
uniform mat4 clip_from_view;
uniform vec4 clip_plane;
uniform float key_end;
uniform float by_pressure;
uniform float colored;
out vec3 in_view;
out vec3 own_normal;
out float clip_side;
out float key_share;
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
    own_normal = mat3(view_from_world) *
        vec3(dot(texelFetch(bodies, first).xyz, normal), dot(texelFetch(bodies, first + 1).xyz, normal),
             dot(texelFetch(bodies, first + 2).xyz, normal));
    bool has_color = strain >= 0.0 && key_end > 0.0;
    float share = by_pressure > 0.5 ? 0.5 + 0.5 * pressure / key_end : strain / key_end;
    key_share = has_color ? share : 0.0;
    bool shown = look.a > 0.5 && has_color == (colored > 0.5);
    gl_Position = shown ? clip_from_view * view : vec4(0.0, 0.0, 2.0, 1.0);
}
