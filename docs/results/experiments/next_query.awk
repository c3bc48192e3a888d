# One time step of one free body on fixed ones, as in the paper's time stepping: contact impulses by
# proximal Gauss-Seidel, then the pose that the next query sees. Reads lines
#   step DT MU DENSITY GX GY GZ        body X Y Z  W QX QY QZ  VX VY VZ  WX WY WZ   (half a step before the query)
#   vertex X Y Z   face A B C          (the free body's surface)
#   contact SIDE PX PY PZ NX NY NZ     (SIDE +1: the free body is B; the normal points from A to B)
# and writes: position, orientation, linear and angular velocity half a step after the query.
BEGIN { nv = nf = nc = 0 }
function rotate(x, y, z,    tx, ty, tz) {  # by the quaternion q -> X, Y, Z
  tx = 2 * (q2 * z - q3 * y); ty = 2 * (q3 * x - q1 * z); tz = 2 * (q1 * y - q2 * x)
  X = x + q0 * tx + q2 * tz - q3 * ty; Y = y + q0 * ty + q3 * tx - q1 * tz; Z = z + q0 * tz + q1 * ty - q2 * tx
}
function turn(h,    l, s, c, a, b, d, p0, p1, p2, p3) {  # q <- exp(h w) q
  l = sqrt(wx * wx + wy * wy + wz * wz); if (l == 0) return
  s = sin(l * h / 2) / l; c = cos(l * h / 2); a = s * wx; b = s * wy; d = s * wz
  p0 = c * q0 - a * q1 - b * q2 - d * q3; p1 = c * q1 + a * q0 + b * q3 - d * q2
  p2 = c * q2 - a * q3 + b * q0 + d * q1; p3 = c * q3 + a * q2 - b * q1 + d * q0
  l = sqrt(p0 * p0 + p1 * p1 + p2 * p2 + p3 * p3); q0 = p0 / l; q1 = p1 / l; q2 = p2 / l; q3 = p3 / l
}
function row(i, lx, ly, lz, ax, ay, az,    k) {  # Jacobian row i, and W J^T
  J[i, 0] = lx; J[i, 1] = ly; J[i, 2] = lz; J[i, 3] = ax; J[i, 4] = ay; J[i, 5] = az
  for (k = 0; k < 3; ++k) { WJ[i, k] = J[i, k] / mass
    WJ[i, 3 + k] = Wi[k, 0] * ax + Wi[k, 1] * ay + Wi[k, 2] * az }
  A[i] = 0; b[i] = 0
  for (k = 0; k < 6; ++k) { A[i] += J[i, k] * WJ[i, k]; b[i] += J[i, k] * uf[k] }
}
$1 == "step" { dt = $2; mu = $3; rho = $4; g[0] = $5; g[1] = $6; g[2] = $7 }
$1 == "body" { px = $2; py = $3; pz = $4; q0 = $5; q1 = $6; q2 = $7; q3 = $8
  v[0] = $9; v[1] = $10; v[2] = $11; wx = $12; wy = $13; wz = $14 }
$1 == "vertex" { for (k = 0; k < 3; ++k) V[nv, k] = $(k + 2); ++nv }
$1 == "face" { for (k = 0; k < 3; ++k) F[nf, k] = $(k + 2); ++nf }
$1 == "contact" { side[nc] = $2; for (k = 0; k < 3; ++k) { P[nc, k] = $(k + 3); N[nc, k] = $(k + 6) } ++nc }
END {
  for (f = 0; f < nf; ++f) {
    for (i = 0; i < 3; ++i) for (k = 0; k < 3; ++k) T[i, k] = V[F[f, i], k]
    d = T[0,0] * (T[1,1] * T[2,2] - T[1,2] * T[2,1]) + T[0,1] * (T[1,2] * T[2,0] - T[1,0] * T[2,2]) + T[0,2] * (T[1,0] * T[2,1] - T[1,1] * T[2,0])
    volume += d / 6
    for (k = 0; k < 3; ++k) { s[k] = T[0,k] + T[1,k] + T[2,k]; first[k] += d / 24 * s[k] }
    for (k = 0; k < 3; ++k) for (m = 0; m < 3; ++m)
      S[k, m] += d / 120 * (s[k] * s[m] + T[0,k] * T[0,m] + T[1,k] * T[1,m] + T[2,k] * T[2,m])
  }
  for (k = 0; k < 3; ++k) c[k] = first[k] / volume
  mass = rho * volume
  for (k = 0; k < 3; ++k) for (m = 0; m < 3; ++m) S[k, m] = rho * (S[k, m] - volume * c[k] * c[m])
  trace = S[0,0] + S[1,1] + S[2,2]
  rotate(c[0], c[1], c[2]); cx = px + X + dt / 2 * v[0]; cy = py + Y + dt / 2 * v[1]; cz = pz + Z + dt / 2 * v[2]
  turn(dt / 2)
  # Axes of the body in the world: R's columns.
  for (k = 0; k < 3; ++k) { rotate(k == 0, k == 1, k == 2); R[0, k] = X; R[1, k] = Y; R[2, k] = Z }
  for (k = 0; k < 3; ++k) for (m = 0; m < 3; ++m) { I[k, m] = 0
    for (i = 0; i < 3; ++i) for (j = 0; j < 3; ++j) I[k, m] += R[k, i] * ((i == j ? trace : 0) - S[i, j]) * R[m, j] }
  det = I[0,0] * (I[1,1] * I[2,2] - I[1,2] * I[2,1]) - I[0,1] * (I[1,0] * I[2,2] - I[1,2] * I[2,0]) + I[0,2] * (I[1,0] * I[2,1] - I[1,1] * I[2,0])
  for (k = 0; k < 3; ++k) for (m = 0; m < 3; ++m) { k1 = (k + 1) % 3; k2 = (k + 2) % 3; m1 = (m + 1) % 3; m2 = (m + 2) % 3
    Wi[m, k] = (I[k1, m1] * I[k2, m2] - I[k1, m2] * I[k2, m1]) / det }
  Lx = I[0,0] * wx + I[0,1] * wy + I[0,2] * wz; Ly = I[1,0] * wx + I[1,1] * wy + I[1,2] * wz; Lz = I[2,0] * wx + I[2,1] * wy + I[2,2] * wz
  tq[0] = -(wy * Lz - wz * Ly); tq[1] = -(wz * Lx - wx * Lz); tq[2] = -(wx * Ly - wy * Lx)
  w0[0] = wx; w0[1] = wy; w0[2] = wz
  for (k = 0; k < 3; ++k) { uf[k] = v[k] + dt * g[k]
    uf[3 + k] = w0[k] + dt * (Wi[k, 0] * tq[0] + Wi[k, 1] * tq[1] + Wi[k, 2] * tq[2]) }
  for (i = 0; i < nc; ++i) {
    rx = P[i, 0] - cx; ry = P[i, 1] - cy; rz = P[i, 2] - cz
    nx = N[i, 0] * side[i]; ny = N[i, 1] * side[i]; nz = N[i, 2] * side[i]
    ax = nx < 0 ? -nx : nx; ay = ny < 0 ? -ny : ny; az = nz < 0 ? -nz : nz
    e = ax > ay ? (ax > az ? 1 : 0) : (ay > az ? 2 : 0)
    ex = (e == 0); ey = (e == 1); ez = (e == 2)
    tx = ny * ez - nz * ey; ty = nz * ex - nx * ez; tz = nx * ey - ny * ex
    l = sqrt(tx * tx + ty * ty + tz * tz); tx /= l; ty /= l; tz /= l
    sx = ty * nz - tz * ny; sy = tz * nx - tx * nz; sz = tx * ny - ty * nx
    row(4 * i, nx, ny, nz, ry * nz - rz * ny, rz * nx - rx * nz, rx * ny - ry * nx)
    row(4 * i + 1, tx, ty, tz, ry * tz - rz * ty, rz * tx - rx * tz, rx * ty - ry * tx)
    row(4 * i + 2, sx, sy, sz, ry * sz - rz * sy, rz * sx - rx * sz, rx * sy - ry * sx)
    row(4 * i + 3, 0, 0, 0, nx, ny, nz)
  }
  n = 4 * nc; scale = 1; last = 1e300
  for (sweep = 0; sweep < 1000 && nc > 0; ++sweep) {
    for (k = 0; k < 6; ++k) keep_w[k] = w[k]
    for (i = 0; i < n; ++i) keep[i] = lambda[i]
    residual = 0
    for (i = 0; i < n; i += 4) {
      for (r = 0; r < 4; ++r) { z[r] = b[i + r]
        for (k = 0; k < 6; ++k) z[r] += J[i + r, k] * w[k]
        z[r] = lambda[i + r] - scale / A[i + r] * z[r] }
      if (z[0] <= 0) z[0] = z[1] = z[2] = z[3] = 0
      l = sqrt(z[1] * z[1] + z[2] * z[2] + z[3] * z[3])
      if (l > mu * z[0]) for (r = 1; r < 4; ++r) z[r] *= mu * z[0] / l
      for (r = 0; r < 4; ++r) { d = z[r] - lambda[i + r]
        for (k = 0; k < 6; ++k) w[k] += WJ[i + r, k] * d
        d = d < 0 ? -d : d; if (d > residual) residual = d
        lambda[i + r] = z[r] }
    }
    if (residual > last) { scale *= 0.9
      for (k = 0; k < 6; ++k) w[k] = keep_w[k]
      for (i = 0; i < n; ++i) lambda[i] = keep[i] }
    else last = residual
  }
  for (k = 0; k < 3; ++k) { v[k] = uf[k] + w[k]; w0[k] = uf[3 + k] + w[3 + k] }
  wx = w0[0]; wy = w0[1]; wz = w0[2]
  turn(dt / 2)
  rotate(c[0], c[1], c[2])
  printf "[[%.17g, %.17g, %.17g], [%.17g, %.17g, %.17g, %.17g], [%.17g, %.17g, %.17g], [%.17g, %.17g, %.17g]]\n", \
    cx + dt / 2 * v[0] - X, cy + dt / 2 * v[1] - Y, cz + dt / 2 * v[2] - Z, q0, q1, q2, q3, v[0], v[1], v[2], wx, wy, wz
}
