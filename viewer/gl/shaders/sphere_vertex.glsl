#version 330 core
// A sphere is drawn as one point; its fragments compute where they meet the sphere.
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
