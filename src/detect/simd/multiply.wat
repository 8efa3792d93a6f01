;; out = weights * input * scale of the row * inputScale + bias. Addresses are in bytes, the input is int16.
;; A block holds 16 rows: for each pair of columns [row][two int8], then a float32 scale for each row, then a float32 bias
;; for each row. Each lane of a sum is a row, so nothing has to be added across lanes.
(module
  (import "env" "memory" (memory 1))
  (func (export "run")
    (param $block i32) (param $input i32) (param $inputEnd i32) (param $out i32) (param $outEnd i32)
    (param $inputScale f32)
    (local $cursor i32) (local $pair v128)
    (local $rows0 v128) (local $rows4 v128) (local $rows8 v128) (local $rows12 v128)
    (loop $blocks
      (local.set $rows0 (i32x4.splat (i32.const 0)))
      (local.set $rows4 (i32x4.splat (i32.const 0)))
      (local.set $rows8 (i32x4.splat (i32.const 0)))
      (local.set $rows12 (i32x4.splat (i32.const 0)))
      (local.set $cursor (local.get $input))
      (loop $columns
        (local.set $pair (v128.load32_splat (local.get $cursor)))
        (local.set $rows0
          (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s align=4 (local.get $block)) (local.get $pair))
            (local.get $rows0)))
        (local.set $rows4
          (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 align=4 (local.get $block)) (local.get $pair))
            (local.get $rows4)))
        (local.set $rows8
          (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 align=4 (local.get $block)) (local.get $pair))
            (local.get $rows8)))
        (local.set $rows12
          (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 align=4 (local.get $block)) (local.get $pair))
            (local.get $rows12)))
        (local.set $block (i32.add (local.get $block) (i32.const 32)))
        (br_if $columns
          (i32.lt_u
            (local.tee $cursor (i32.add (local.get $cursor) (i32.const 4)))
            (local.get $inputEnd))))
      (v128.store align=4
        (local.get $out)
        (f32x4.add
          (f32x4.mul
            (f32x4.mul
              (f32x4.convert_i32x4_s (local.get $rows0))
              (v128.load align=4 (local.get $block)))
            (f32x4.splat (local.get $inputScale)))
          (v128.load offset=64 align=4 (local.get $block))))
      (v128.store offset=16 align=4
        (local.get $out)
        (f32x4.add
          (f32x4.mul
            (f32x4.mul
              (f32x4.convert_i32x4_s (local.get $rows4))
              (v128.load offset=16 align=4 (local.get $block)))
            (f32x4.splat (local.get $inputScale)))
          (v128.load offset=80 align=4 (local.get $block))))
      (v128.store offset=32 align=4
        (local.get $out)
        (f32x4.add
          (f32x4.mul
            (f32x4.mul
              (f32x4.convert_i32x4_s (local.get $rows8))
              (v128.load offset=32 align=4 (local.get $block)))
            (f32x4.splat (local.get $inputScale)))
          (v128.load offset=96 align=4 (local.get $block))))
      (v128.store offset=48 align=4
        (local.get $out)
        (f32x4.add
          (f32x4.mul
            (f32x4.mul
              (f32x4.convert_i32x4_s (local.get $rows12))
              (v128.load offset=48 align=4 (local.get $block)))
            (f32x4.splat (local.get $inputScale)))
          (v128.load offset=112 align=4 (local.get $block))))
      (local.set $block (i32.add (local.get $block) (i32.const 128)))
      (br_if $blocks
        (i32.lt_u
          (local.tee $out (i32.add (local.get $out) (i32.const 64)))
          (local.get $outEnd))))))
