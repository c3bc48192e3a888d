#version 330 core
uniform vec4 sky;
uniform vec4 ground;
in float height;
out vec4 color;
void main() { color = mix(ground, sky, height); }
