;; The power spectrum of a frame of 256 samples (an FFT of 128 complex points, as in `real-fft.ts`) and the energy of its 40 mel bands, two
;; numbers at a time. Every number is computed by the same operations in the same order as in TypeScript, so that both agree to the last bit.
;; The memory, in bytes (f64 unless noted); `spectrum.ts` fills in what is constant:
;;       0  window: 256, shaped in place
;;    2048  Hann window: 256
;;    4096  32 times u32: where in the window the first of four pairs (even and odd sample) lies whose transform comes next
;;    4224  real parts: 128
;;    5248  imaginary parts: 128
;;    6272  factors of the stages of 8, 16, 32, 64 and 128 points: the cosines, then the sines, of each
;;    8256  factors by which even and odd samples are separated: 130 cosines
;;    9296  130 sines
;;   10336  power: 130, of which the last is not used
;;   11376  energies: 40
;;   11696  40 times two u32: where the powers of a band begin and end
;;   12016  their weights, band after band
(module
  (import "env" "memory" (memory 1))

  (func $shape
    (local $at i32)
    (loop $pairs
      (v128.store (local.get $at)
        (f64x2.mul (v128.load (local.get $at)) (v128.load offset=2048 (local.get $at))))
      (br_if $pairs (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (i32.const 2048)))))

  ;; The first two stages, whose factors are 1 and i. A pair is a complex number until it is stored.
  (func $readIn
    (local $group i32) (local $out i32) (local $source i32)
    (local $evenSum v128) (local $evenLess v128) (local $oddSum v128) (local $oddLess v128)
    (local $first v128) (local $second v128) (local $third v128) (local $fourth v128)
    (loop $groups
      (local.set $source (i32.load offset=4096 (local.get $group)))
      (local.set $evenSum
        (f64x2.add (v128.load (local.get $source)) (v128.load offset=1024 (local.get $source))))
      (local.set $evenLess
        (f64x2.sub (v128.load (local.get $source)) (v128.load offset=1024 (local.get $source))))
      (local.set $oddSum
        (f64x2.add (v128.load offset=512 (local.get $source)) (v128.load offset=1536 (local.get $source))))
      (local.set $oddLess
        (f64x2.sub (v128.load offset=512 (local.get $source)) (v128.load offset=1536 (local.get $source))))
      ;; times −i
      (local.set $oddLess
        (v128.xor
          (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $oddLess) (local.get $oddLess))
          (v128.const i64x2 0 0x8000000000000000)))
      (local.set $first (f64x2.add (local.get $evenSum) (local.get $oddSum)))
      (local.set $second (f64x2.add (local.get $evenLess) (local.get $oddLess)))
      (local.set $third (f64x2.sub (local.get $evenSum) (local.get $oddSum)))
      (local.set $fourth (f64x2.sub (local.get $evenLess) (local.get $oddLess)))
      (v128.store offset=4224 (local.get $out)
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $first) (local.get $second)))
      (v128.store offset=5248 (local.get $out)
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $first) (local.get $second)))
      (v128.store offset=4240 (local.get $out)
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $third) (local.get $fourth)))
      (v128.store offset=5264 (local.get $out)
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $third) (local.get $fourth)))
      (local.set $out (i32.add (local.get $out) (i32.const 32)))
      (br_if $groups
        (i32.lt_u (local.tee $group (i32.add (local.get $group) (i32.const 4))) (i32.const 128)))))

  ;; The other stages. $span is the length of half a block, in bytes.
  (func $transform
    (local $span i32) (local $factors i32) (local $start i32) (local $k i32) (local $low i32) (local $high i32)
    (local $c v128) (local $s v128) (local $re v128) (local $im v128) (local $highRe v128) (local $highIm v128)
    (local.set $span (i32.const 32))
    (local.set $factors (i32.const 6272))
    (loop $stages
      (local.set $start (i32.const 0))
      (loop $blocks
        (local.set $k (i32.const 0))
        (loop $points
          (local.set $c (v128.load (i32.add (local.get $factors) (local.get $k))))
          (local.set $s
            (v128.load (i32.add (i32.add (local.get $factors) (local.get $span)) (local.get $k))))
          (local.set $low (i32.add (local.get $start) (local.get $k)))
          (local.set $high (i32.add (local.get $low) (local.get $span)))
          (local.set $highRe (v128.load offset=4224 (local.get $high)))
          (local.set $highIm (v128.load offset=5248 (local.get $high)))
          (local.set $re
            (f64x2.sub
              (f64x2.mul (local.get $highRe) (local.get $c))
              (f64x2.mul (local.get $highIm) (local.get $s))))
          (local.set $im
            (f64x2.add
              (f64x2.mul (local.get $highRe) (local.get $s))
              (f64x2.mul (local.get $highIm) (local.get $c))))
          (v128.store offset=4224 (local.get $high)
            (f64x2.sub (v128.load offset=4224 (local.get $low)) (local.get $re)))
          (v128.store offset=5248 (local.get $high)
            (f64x2.sub (v128.load offset=5248 (local.get $low)) (local.get $im)))
          (v128.store offset=4224 (local.get $low)
            (f64x2.add (v128.load offset=4224 (local.get $low)) (local.get $re)))
          (v128.store offset=5248 (local.get $low)
            (f64x2.add (v128.load offset=5248 (local.get $low)) (local.get $im)))
          (br_if $points
            (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 16))) (local.get $span))))
        (br_if $blocks
          (i32.lt_u
            (local.tee $start (i32.add (local.get $start) (i32.shl (local.get $span) (i32.const 1))))
            (i32.const 1024))))
      (local.set $factors (i32.add (local.get $factors) (i32.shl (local.get $span) (i32.const 1))))
      (br_if $stages
        (i32.lt_u (local.tee $span (i32.shl (local.get $span) (i32.const 1))) (i32.const 1024)))))

  ;; Bins 1 to 128, then the first and the last, which the loop leaves wrong.
  (func $separate
    (local $k i32) (local $mirror i32)
    (local $re v128) (local $im v128) (local $mirrorRe v128) (local $mirrorIm v128)
    (local $oddRe v128) (local $oddIm v128) (local $c v128) (local $s v128)
    (local $first f64) (local $last f64)
    (local.set $k (i32.const 8))
    (local.set $mirror (i32.const 1008))
    (loop $bins
      (local.set $re (v128.load offset=4224 align=8 (local.get $k)))
      (local.set $im (v128.load offset=5248 align=8 (local.get $k)))
      (local.set $mirrorRe (v128.load offset=4224 (local.get $mirror)))
      (local.set $mirrorRe
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $mirrorRe) (local.get $mirrorRe)))
      (local.set $mirrorIm (v128.load offset=5248 (local.get $mirror)))
      (local.set $mirrorIm
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $mirrorIm) (local.get $mirrorIm)))
      (local.set $c (v128.load offset=8256 align=8 (local.get $k)))
      (local.set $s (v128.load offset=9296 align=8 (local.get $k)))
      (local.set $oddRe
        (f64x2.mul (f64x2.add (local.get $im) (local.get $mirrorIm)) (v128.const f64x2 0.5 0.5)))
      (local.set $oddIm
        (f64x2.mul (f64x2.sub (local.get $mirrorRe) (local.get $re)) (v128.const f64x2 0.5 0.5)))
      (local.set $re
        (f64x2.mul (f64x2.add (local.get $re) (local.get $mirrorRe)) (v128.const f64x2 0.5 0.5)))
      (local.set $im
        (f64x2.mul (f64x2.sub (local.get $im) (local.get $mirrorIm)) (v128.const f64x2 0.5 0.5)))
      (local.set $re
        (f64x2.sub
          (f64x2.add (local.get $re) (f64x2.mul (local.get $c) (local.get $oddRe)))
          (f64x2.mul (local.get $s) (local.get $oddIm))))
      (local.set $im
        (f64x2.add
          (f64x2.add (local.get $im) (f64x2.mul (local.get $c) (local.get $oddIm)))
          (f64x2.mul (local.get $s) (local.get $oddRe))))
      (v128.store offset=10336 align=8 (local.get $k)
        (f64x2.add
          (f64x2.mul (local.get $re) (local.get $re))
          (f64x2.mul (local.get $im) (local.get $im))))
      (local.set $mirror (i32.sub (local.get $mirror) (i32.const 16)))
      (br_if $bins
        (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 16))) (i32.const 1032))))
    (local.set $first (f64.add (f64.load (i32.const 4224)) (f64.load (i32.const 5248))))
    (local.set $last (f64.sub (f64.load (i32.const 4224)) (f64.load (i32.const 5248))))
    (f64.store (i32.const 10336) (f64.mul (local.get $first) (local.get $first)))
    (f64.store (i32.const 11360) (f64.mul (local.get $last) (local.get $last))))

  (func $bands
    (local $band i32) (local $energyAt i32) (local $power i32) (local $end i32) (local $weight i32)
    (local $energy f64)
    (local.set $band (i32.const 11696))
    (local.set $energyAt (i32.const 11376))
    (local.set $weight (i32.const 12016))
    (loop $all
      (local.set $power (i32.load (local.get $band)))
      (local.set $end (i32.load offset=4 (local.get $band)))
      (local.set $energy (f64.const 0))
      (loop $bins
        (local.set $energy
          (f64.add
            (local.get $energy)
            (f64.mul (f64.load (local.get $weight)) (f64.load (local.get $power)))))
        (local.set $weight (i32.add (local.get $weight) (i32.const 8)))
        (br_if $bins
          (i32.lt_u (local.tee $power (i32.add (local.get $power) (i32.const 8))) (local.get $end))))
      (f64.store (local.get $energyAt) (local.get $energy))
      (local.set $energyAt (i32.add (local.get $energyAt) (i32.const 8)))
      (br_if $all
        (i32.lt_u (local.tee $band (i32.add (local.get $band) (i32.const 8))) (i32.const 12016)))))

  (func (export "run")
    (call $shape)
    (call $readIn)
    (call $transform)
    (call $separate)
    (call $bands)))
