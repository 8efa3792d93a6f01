/**
 * Phrases and their log-odds of a person: written by `npm run phrases` from the texts in training/phrases (docs/detection.md), changed
 * nowhere else. Small letters, no accents, every number a 0.
 */
export const phraseTable = `
0.13 a
0.10 a l
0.28 a l appareil
0.22 a mano
-0.30 a message
-0.30 a message after
0.29 a quel
0.35 about the
0.37 accord
-0.23 actuellement
0.41 adresse
-0.36 after
-0.36 after the
0.42 afternoon
-0.11 agents
0.30 ah
-0.20 ahead
0.72 ahi
-0.24 ahora
-0.24 ai
-0.11 aider
-0.29 al
0.11 al cliente
-0.23 all
-0.25 alle
0.98 allo
0.35 allo vous
0.49 am
0.36 am apparat
0.13 am i
0.13 am i speaking
-0.42 an
-0.10 and
-0.21 and dial
-0.21 anna
-0.48 anruf
-0.40 anrufer
-0.59 antes
-0.39 any
-0.23 any time
-0.34 app
0.36 apparat
0.28 appareil
-0.71 appel
-0.19 appel vous
-0.22 appuyez
-0.22 appuyez sur
-0.63 are
0.75 are you
-0.12 as
-0.62 assistant
-0.16 at
0.11 atencion al
0.11 atencion al cliente
-0.37 atenderle
-0.48 au
-0.31 auf
-0.22 aufgezeichnet
-0.23 available
0.28 avez
0.40 avoir
0.20 back
-0.22 be
-0.17 be with
-0.17 be with you
-0.15 bei
-0.11 besetzt
0.52 bien
0.22 billing
-0.62 bin
-0.21 bitte
0.55 bitte ihre
-0.41 bitten
0.72 bonjour
-0.22 bonjour je
-0.25 breve
0.36 buenas
0.52 buenos
0.52 buenos dias
-0.19 buzon
-0.19 buzon de
0.54 c
0.54 c est
0.72 ca
-0.63 call
0.11 calling
-0.41 can help
-0.41 can help you
0.37 can i
0.12 can i help
-0.13 can t
0.28 can you
-0.23 cet
-0.23 cet appel
-0.47 cette
-0.23 check
0.28 client
0.17 colleague
-0.22 comment
-0.22 comment puis
-0.22 comment puis je
0.61 como
0.70 con
-0.27 conseiller
-0.43 contestar
-0.18 correspondant
0.40 could
0.40 could you
-0.10 customer
0.37 d accord
-0.53 d attente
0.78 da
-0.16 dank
-0.21 dank fur
-0.43 dans
0.83 das
-0.97 de
-0.47 de atencion
0.21 de client
-0.16 de espera
-0.53 de la
0.10 de que
-0.63 de votre
-0.41 dem
0.21 denn
-0.42 der
-0.23 der nachste
-0.41 despues
-0.39 dial
0.52 dias
0.20 did
0.20 did you
-0.12 didn
-0.12 didn t
0.14 die
-0.18 die eins
-0.54 diese
0.44 diga
0.65 digame
-0.19 disponible
-0.33 dites
-0.18 dix
0.42 do
-0.42 drucken
-0.42 drucken sie
-0.42 drucken sie die
0.28 du
-0.23 eine
-0.18 eins
-0.76 el
-0.49 el numero
-0.16 el tiempo
-0.16 el tiempo de
-0.30 en
-0.33 en este
-0.33 en este momento
0.17 en la
0.16 entends
0.16 entends pas
-0.22 enter
-0.22 enter your
-0.37 erreichbar
-0.12 es
-0.31 es de
0.36 espera
0.11 espere
0.11 espere un
0.31 est
0.25 est a
-0.34 est pas
-0.30 estan
-0.33 este
-0.33 este momento
0.51 et
0.35 et votre
0.11 etes
0.12 etes bien
-0.53 etre
-0.45 extension
-0.14 faster
-0.49 favor
-0.10 file
-0.35 finden
-0.35 finden sie
-0.58 five
0.13 for a
0.16 for me
0.31 for you
-0.26 fragen
0.30 from
-0.29 fur
-0.25 fur sie da
0.17 fur sie tun
-0.31 geduld
0.42 geht
0.42 geht es
-0.39 gesprach
-0.32 gleich
0.11 going
0.11 going to
0.53 good
-0.66 goodbye
-0.29 grabada
0.89 guten
0.48 guten tag
-0.25 habe
-0.49 habe ich
0.70 haben
0.55 haben sie
0.94 habla
0.56 hablo
1.07 hallo
0.24 have
0.33 have your
0.10 have your account
0.38 hear
0.22 hear me
-0.27 helfen
1.03 hello
-0.25 help
-0.29 help you
-0.23 help you today
0.75 hier
0.19 hier ist
0.19 hier ist der
-0.42 hinterlassen
-0.42 hinterlassen sie
0.67 hola
-0.17 hold
0.12 hold for
-0.13 hours
0.19 how
0.31 how are
0.31 how are you
0.12 how can
0.12 how can i
1.24 i
-0.16 i can
-0.13 i can t
-0.12 i didn
-0.12 i didn t
0.18 i do
0.47 i have
0.43 i have your
0.20 i help
0.12 i help you
-0.16 i m
0.13 i speaking
0.13 i speaking with
1.46 ich
-0.62 ich bin
0.26 ich fur
0.26 ich fur sie
-0.27 ich ihnen helfen
0.26 ich sie
-0.19 if
-0.27 ihnen helfen
-0.31 ihr
-0.43 ihr anruf
-0.61 ihre
0.10 ihre vertragsnummer
-0.39 ihren
-0.32 il y
-0.32 il y a
-0.39 im
-0.88 in
-0.18 in der
-0.20 in the
0.17 is
-0.54 is not
-0.20 ist
0.19 ist der
-0.14 ist zurzeit
-0.14 ist zurzeit nicht
0.53 it
0.22 it s
0.98 ja
1.19 je
0.21 je m
-0.39 je ne
0.16 je ne vous
0.23 je vais
-0.11 je vous aider
0.42 jetzt
0.32 just
0.24 kann ich
0.16 kann ich fur
-0.27 kann ich ihnen
-0.41 know
-0.47 kundenservice
0.24 l
0.28 l appareil
-0.15 la
0.18 la espera
-0.33 la llamada
-0.56 laissez
0.39 last
-0.15 le
-0.68 le numero
0.74 le puedo
-0.32 le temps
-0.32 le temps d
-0.48 leave
0.25 leid
0.15 leitung
0.23 les
0.15 let
0.15 let me
-0.21 line
-0.15 linea
-0.82 llamada
-0.47 llamadas
0.75 lo
-0.12 long
0.37 m
-0.21 ma
-0.66 mailbox
0.90 mal
0.22 mano
-0.53 marque
-0.32 may
0.21 may i
0.13 may i have
1.64 me
0.11 mein
0.11 mein name
0.32 meme
-0.41 mensaje
-0.41 mensaje despues
-0.54 menu
-0.23 merci
-0.34 merci de
-0.91 message
-0.30 message after
-0.30 message after the
0.47 mhm
0.45 mi
-0.24 minutes
0.62 mir
0.11 mir bitte
0.25 mir leid
-0.23 mit der
-0.31 mitarbeiter
-0.10 moi
-0.13 moment
0.40 mucho
0.22 muy
0.17 my colleague
0.11 my name
0.11 my name is
-0.67 n
-0.34 n est
-0.34 n est pas
-0.11 nach
-0.25 nach dem
-0.23 nachste
0.56 name
0.11 name is
0.71 ne vous
0.16 ne vous entends
-0.83 nicht
-0.37 nicht erreichbar
-0.32 nicht verstanden
-0.46 nine
-0.17 no
0.23 no le
-0.32 no puedo
0.10 noch
0.36 nom
0.41 nombre
-0.17 normal
-0.69 nos
-0.54 not
-0.74 notre
-0.48 nous
-0.66 nuestra
-0.26 nuestros
0.25 number
-0.20 number and
-0.29 numero
0.16 numero de
0.21 numero de client
-0.35 numero que
0.11 nummer
-0.31 o
-0.29 of
0.23 of our
0.60 okay
0.95 on
0.37 on a
-0.15 on the line
-0.18 one
0.29 one of
0.29 one of our
-0.43 online
-0.23 options
-0.60 or
0.62 oui
-0.86 our
-0.11 our agents
-0.27 our website
0.27 oye
-1.21 para
-0.63 pas
-0.19 pas disponible
-0.16 patience
-0.10 patienter
0.32 perdone
-0.10 peux
-0.15 place
-1.37 please
-0.19 please hold
-0.19 please leave
0.11 please say
-0.42 plus
-0.91 por
-0.49 por favor
-0.65 pour
0.22 pour vous
0.18 pouvez
-0.58 press
-0.34 press one
0.66 problem
-0.38 puede
0.36 puedo
0.12 puis je
-0.11 puis je vous
-0.33 pulse
-0.33 pulse uno
0.32 que
0.12 que le
0.22 que puis
0.22 que puis je
0.77 quel
0.48 quel est
-0.13 quelques
0.49 quien
-0.26 raison
0.26 rappeler
0.27 re
-0.18 rechnung
-0.34 recorded
-0.56 repondre
-0.29 rufen
0.75 s
1.07 se
0.25 second
0.24 see
-0.68 sera
-0.54 service
-0.12 shortly
0.28 si
0.62 sich
-0.25 sie
-0.25 sie da
-0.18 sie die eins
-0.33 sie ihr
-0.50 sie ihre
0.37 sie mir
0.11 sie mir bitte
0.14 sie nicht
-0.24 sie sind
0.17 sie tun
-0.14 sie um
-0.22 sie werden
-0.90 sind
-0.31 sind noch
0.57 so
-0.64 sont
-0.23 sont actuellement
0.19 sorry
-0.12 sorry i
0.38 soy
0.73 speaking
0.17 speaking with
0.31 spreche
0.31 spreche ich
0.21 sprechen
-0.15 stay
-0.15 stay on
-0.15 stay on the
0.42 su
-0.45 su llamada
0.28 su numero
0.28 su numero de
-0.47 suis
0.21 suite
0.26 support
-0.56 sur
-0.24 sur la
-0.24 t
0.48 tag
0.38 take
0.38 take your
-0.59 tapez
-0.39 tapez un
-0.13 technical
-0.13 technical support
-0.41 tell
-0.41 tell me
0.23 temps
-0.32 temps d
-0.32 temps d attente
-0.13 thank
-0.13 thank you
-0.13 thank you for
0.18 thanks
0.13 thanks for
-0.31 that
-0.46 the
-0.15 the line
0.61 there
0.37 this
0.27 this is
0.12 tiempo
-0.16 tiempo de
-0.16 tiempo de espera
-0.12 time
-0.43 to
-0.13 to an
-0.21 to hold
0.17 to my
0.17 to my colleague
0.16 today
0.21 tres bien
-0.46 try
0.17 tun
0.25 tut
0.25 tut mir
0.25 tut mir leid
-0.20 um
0.15 un
-0.27 un conseiller
0.26 un momento
0.58 und
-0.45 uno
-0.48 unsere
-0.71 unserer
0.22 up
-0.45 us
0.23 vais
0.57 ver
-0.24 verbunden
-0.32 verstanden
0.10 vertragsnummer
-0.87 veuillez
-0.16 vielen
-0.16 vielen dank
-0.21 vielen dank fur
-0.65 virtual
-0.43 von
-0.35 votre
-0.48 votre appel
-0.18 votre correspondant
0.30 votre nom
0.30 votre numero
0.30 votre numero de
0.44 vous
-0.11 vous aider
0.28 vous avez
0.16 vous entends
0.16 vous entends pas
0.11 vous etes
0.12 vous etes bien
0.18 vous pouvez
0.57 voy
0.57 voy a
-0.41 wait
-0.11 warten
0.67 was
-0.55 we
-0.26 we are
-0.27 website
-0.12 wenn
-0.12 wenn sie
-0.53 werden
0.70 what
0.21 what s
-0.10 while
0.10 who
0.53 wie
-0.27 wie kann
-0.27 wie kann ich
-0.39 will
-0.20 will be
-0.17 will be with
-0.25 wir
-0.31 wir bitten
-0.36 wir sind
-0.18 with
-0.17 with you
-0.12 with you shortly
1.02 y
-0.32 y a
0.55 ya
0.16 yeah
0.57 yes
0.42 you
-0.37 you are
-0.43 you can
-0.13 you for
-0.25 you have
-0.41 you know
-0.23 you may
0.27 you re
-0.12 you shortly
-0.23 you today
-0.34 your
0.20 your account
-0.52 your call
-0.23 zero
-0.79 zu
-0.12 zur
-0.25 zurzeit
-0.14 zurzeit nicht
`;
