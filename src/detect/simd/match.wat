;; Compares a fingerprint with every place of a bank, four places at a time. Addresses are in bytes.
(module
  (import "env" "memory" (memory 1))

  ;; Updates the running agreement of every alignment:
  ;;   after = before + (agreement - 1/2 - before) * share
  ;; agreement - 1/2 = 1/2 - (differing bits) / 32, and 0 under a mask of zeros. The caller offsets $before against $after.
  (func (export "match")
    (param $words i32) (param $masks i32) (param $before i32) (param $after i32) (param $afterEnd i32)
    (param $query i32) (param $share f32)
    (local $queries v128) (local $old v128)
    (local.set $queries (i32x4.splat (local.get $query)))
    (loop $places
      (local.set $old (v128.load align=4 (local.get $before)))
      (v128.store align=4
        (local.get $after)
        (f32x4.add
          (local.get $old)
          (f32x4.mul
            (f32x4.sub
              (v128.and
                (f32x4.sub
                  (f32x4.splat (f32.const 0.5))
                  (f32x4.mul
                    (f32x4.convert_i32x4_s
                      (i32x4.extadd_pairwise_i16x8_u
                        (i16x8.extadd_pairwise_i8x16_u
                          (i8x16.popcnt
                            (v128.xor (v128.load align=4 (local.get $words)) (local.get $queries))))))
                    (f32x4.splat (f32.const 0.03125))))
                (v128.load align=4 (local.get $masks)))
              (local.get $old))
            (f32x4.splat (local.get $share)))))
      (local.set $words (i32.add (local.get $words) (i32.const 16)))
      (local.set $masks (i32.add (local.get $masks) (i32.const 16)))
      (local.set $before (i32.add (local.get $before) (i32.const 16)))
      (br_if $places
        (i32.lt_u
          (local.tee $after (i32.add (local.get $after) (i32.const 16)))
          (local.get $afterEnd)))))

  ;; The highest of some numbers, at least 0.
  (func (export "highest") (param $at i32) (param $end i32) (result f32)
    (local $most v128) (local $single f32)
    (block $noFours
      (br_if $noFours (i32.lt_u (i32.sub (local.get $end) (local.get $at)) (i32.const 16)))
      (loop $fours
        (local.set $most (f32x4.pmax (local.get $most) (v128.load align=4 (local.get $at))))
        (br_if $fours
          (i32.ge_u
            (i32.sub (local.get $end) (local.tee $at (i32.add (local.get $at) (i32.const 16))))
            (i32.const 16)))))
    (local.set $single
      (f32.max
        (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
        (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most)))))
    (block $done
      (loop $singles
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $single (f32.max (local.get $single) (f32.load (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $singles)))
    (local.get $single)))
