#version 330 core
layout(location = 0) in vec3 position;
uniform mat4 view_from_world;
uniform mat4 clip_from_view;
void main() { gl_Position = clip_from_view * view_from_world * vec4(position, 1.0); }
