;; Updates the running agreement of every alignment, four places at a time:
;;   after = before + (agreement - 1/2 - before) * share
;; agreement - 1/2 = 1/2 - (differing bits) / 32, and 0 under a mask of zeros. Addresses are in bytes; the caller offsets
;; $before against $after.
(module
  (import "env" "memory" (memory 1))
  (func (export "run")
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
          (local.get $afterEnd))))))
