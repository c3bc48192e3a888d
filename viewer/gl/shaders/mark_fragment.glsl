#version 330 core
in float clip_side;
flat in vec4 own_color;
out vec4 color;
void main() {
    if (clip_side > 0.0) discard;
    color = own_color;
}
