#version 330 core
uniform vec4 region_color;
out vec4 color;
void main() { color = region_color; }
