;; What a step of the network computes. Addresses are in bytes; numbers are float32 unless noted.
(module
  (import "env" "memory" (memory 1))

  ;; Writes numbers as int16, scaled so that the largest of them just fits. Their count is a multiple of four.
  ;; Returns the scale: the value of one unit.
  (func (export "quantise") (param $values i32) (param $valuesEnd i32) (param $units i32) (result f32)
    (local $cursor i32) (local $most v128) (local $four v128) (local $largest f32) (local $factor v128)
    (local.set $cursor (local.get $values))
    (loop $sizes
      (local.set $most
        (f32x4.pmax (local.get $most) (f32x4.abs (v128.load align=4 (local.get $cursor)))))
      (br_if $sizes
        (i32.lt_u
          (local.tee $cursor (i32.add (local.get $cursor) (i32.const 16)))
          (local.get $valuesEnd))))
    (local.set $largest
      (f32.max
        (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
        (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most)))))
    (if (f32.gt (local.get $largest) (f32.const 0))
      (then
        (local.set $factor
          (f64x2.splat (f64.div (f64.const 32767) (f64.promote_f32 (local.get $largest)))))))
    (loop $numbers
      (local.set $four (v128.load align=4 (local.get $values)))
      ;; In f64, so that the largest does not come out as 32768.
      (v128.store64_lane align=4 0
        (local.get $units)
        (i16x8.narrow_i32x4_s
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
            (i32x4.trunc_sat_f64x2_s_zero
              (f64x2.mul (f64x2.promote_low_f32x4 (local.get $four)) (local.get $factor)))
            (i32x4.trunc_sat_f64x2_s_zero
              (f64x2.mul
                (f64x2.promote_low_f32x4
                  (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $four) (local.get $four)))
                (local.get $factor))))
          (v128.const i32x4 0 0 0 0)))
      (local.set $units (i32.add (local.get $units) (i32.const 8)))
      (br_if $numbers
        (i32.lt_u
          (local.tee $values (i32.add (local.get $values) (i32.const 16)))
          (local.get $valuesEnd))))
    (f32.demote_f64 (f64.div (f64.promote_f32 (local.get $largest)) (f64.const 32767))))

  ;; out = weights * input * scale of the row * inputScale + bias. The input is int16.
  ;; A block holds 16 rows: for each pair of columns [row][two int8], then a float32 scale for each row, then a float32 bias
  ;; for each row. Each lane of a sum is a row, so nothing has to be added across lanes.
  (func (export "multiply")
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
          (local.get $outEnd)))))

  ;; Replaces each x (f64) by 1 + e^x. As in `layers.ts`; the table of exponentials (f64) lies at the start of the memory.
  (func $onePlusExponential (param $at i32) (param $end i32)
    (local $shifted v128) (local $place v128) (local $rest v128)
    (loop $pairs
      (local.set $shifted
        (f64x2.add
          (f64x2.max
            (v128.const f64x2 -40 -40)
            (f64x2.min (v128.const f64x2 40 40) (v128.load align=8 (local.get $at))))
          (v128.const f64x2 40 40)))
      (local.set $place
        (i32x4.trunc_sat_f64x2_s_zero
          (f64x2.add
            (f64x2.mul (local.get $shifted) (v128.const f64x2 32 32))
            (v128.const f64x2 0.5 0.5))))
      (local.set $rest
        (f64x2.sub
          (local.get $shifted)
          (f64x2.mul (f64x2.convert_low_i32x4_s (local.get $place)) (v128.const f64x2 0.03125 0.03125))))
      (local.set $place (i32x4.shl (local.get $place) (i32.const 3)))
      (v128.store align=8
        (local.get $at)
        (f64x2.add
          (v128.const f64x2 1 1)
          (f64x2.mul
            (v128.load64_lane 1
              (i32x4.extract_lane 1 (local.get $place))
              (v128.load64_zero (i32x4.extract_lane 0 (local.get $place))))
            (f64x2.add
              (v128.const f64x2 1 1)
              (f64x2.mul
                (local.get $rest)
                (f64x2.add
                  (v128.const f64x2 1 1)
                  (f64x2.mul
                    (local.get $rest)
                    (f64x2.add
                      (v128.const f64x2 0.5 0.5)
                      (f64x2.mul
                        (local.get $rest)
                        (f64x2.add
                          (v128.const f64x2 0x1.5555555555555p-3 0x1.5555555555555p-3)
                          (f64x2.div (local.get $rest) (v128.const f64x2 24 24))))))))))))
      (br_if $pairs
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end)))))

  ;; The new state of a gated recurrent unit of $bytes. What comes from its input and from its old state are three parts as long as it:
  ;; reset, update, new. $scratch has room for six: as many f64.
  (func (export "recur")
    (param $fromInput i32) (param $fromHidden i32) (param $state i32) (param $bytes i32) (param $scratch i32)
    (local $at i32) (local $end i32) (local $place i32) (local $fresh v128)
    ;; A gate is 1 / (1 + e^−x). The first loop takes both reset and update.
    (local.set $end (i32.shl (local.get $bytes) (i32.const 1)))
    (local.set $place (local.get $scratch))
    (loop $gates
      (v128.store align=8
        (local.get $place)
        (f64x2.neg
          (f64x2.add
            (f64x2.promote_low_f32x4
              (v128.load64_zero align=4 (i32.add (local.get $fromInput) (local.get $at))))
            (f64x2.promote_low_f32x4
              (v128.load64_zero align=4 (i32.add (local.get $fromHidden) (local.get $at)))))))
      (local.set $place (i32.add (local.get $place) (i32.const 16)))
      (br_if $gates
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (local.get $end))))
    (call $onePlusExponential (local.get $scratch) (local.get $place))
    ;; The new part is tanh(x) = 1 − 2 / (1 + e^2x). It begins where the first two end, in the scratch memory too.
    (local.set $end (i32.add (local.get $end) (local.get $bytes)))
    (local.set $place (local.get $scratch))
    (loop $news
      (v128.store align=8
        (i32.add (local.get $place) (i32.shl (local.get $bytes) (i32.const 2)))
        (f64x2.mul
          (v128.const f64x2 2 2)
          (f64x2.add
            (f64x2.promote_low_f32x4
              (v128.load64_zero align=4 (i32.add (local.get $fromInput) (local.get $at))))
            (f64x2.mul
              (f64x2.div (v128.const f64x2 1 1) (v128.load align=8 (local.get $place)))
              (f64x2.promote_low_f32x4
                (v128.load64_zero align=4 (i32.add (local.get $fromHidden) (local.get $at))))))))
      (local.set $place (i32.add (local.get $place) (i32.const 16)))
      (br_if $news
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (local.get $end))))
    ;; Updates follow resets in the scratch memory, and the new part follows them.
    (local.set $scratch (local.get $place))
    (local.set $place (i32.add (local.get $place) (i32.shl (local.get $bytes) (i32.const 1))))
    (call $onePlusExponential
      (local.get $place)
      (i32.add (local.get $place) (i32.shl (local.get $bytes) (i32.const 1))))
    (local.set $end (i32.add (local.get $state) (local.get $bytes)))
    (loop $states
      (local.set $fresh
        (f64x2.sub
          (v128.const f64x2 1 1)
          (f64x2.div (v128.const f64x2 2 2) (v128.load align=8 (local.get $place)))))
      (v128.store64_lane align=4 0
        (local.get $state)
        (f32x4.demote_f64x2_zero
          (f64x2.add
            (local.get $fresh)
            (f64x2.mul
              (f64x2.div (v128.const f64x2 1 1) (v128.load align=8 (local.get $scratch)))
              (f64x2.sub
                (f64x2.promote_low_f32x4 (v128.load64_zero align=4 (local.get $state)))
                (local.get $fresh))))))
      (local.set $scratch (i32.add (local.get $scratch) (i32.const 16)))
      (local.set $place (i32.add (local.get $place) (i32.const 16)))
      (br_if $states
        (i32.lt_u (local.tee $state (i32.add (local.get $state) (i32.const 8))) (local.get $end))))))
