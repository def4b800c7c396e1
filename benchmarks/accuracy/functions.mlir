// The functions of `math` on f32, for `benchmarks/ulp`.

func.func @f32_exp(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.exp %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_exp2(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.exp2 %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_expm1(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.expm1 %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_log(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.log %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_log2(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.log2 %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_log10(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.log10 %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_log1p(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.log1p %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_sin(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.sin %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_cos(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.cos %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_tan(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.tan %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_asin(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.asin %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_acos(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.acos %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_atan(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.atan %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_sinh(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.sinh %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_cosh(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.cosh %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_tanh(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.tanh %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_asinh(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.asinh %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_acosh(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.acosh %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_atanh(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.atanh %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_erf(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.erf %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_erfc(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.erfc %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_cbrt(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.cbrt %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_sqrt(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.sqrt %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_rsqrt(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.rsqrt %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @f32_pow(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = math.powf %x, %y : tensor<?xf32>
  return %z : tensor<?xf32>
}
func.func @f32_atan2(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = math.atan2 %x, %y : tensor<?xf32>
  return %z : tensor<?xf32>
}
