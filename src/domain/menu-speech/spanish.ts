import { type LanguageTable, numberKinds, type RequestWords } from './language.ts';
import { spanishNames } from './number-names.ts';

/** Advice for another day is not a refusal. */
const now = String.raw`(?!(?: [a-z]+){0,4} (?:tarde|manana|minutos|luego)\b)`;

/** The verbs of `asksNumber` may also state what somebody is to do, or may do. */
const request: RequestWords = {
  theirs: /(?!)/,
  beginsClause: /(?:)/,
  doubles: /(?:\b(?:diga|marque|ingrese) o )+$/,
  urges: /\b(?:por favor|le (?:pedimos|solicitamos|rogamos) que) $/,
  unasked: /(?:^| )(?:no|nunca|jamas|que|cuando|usted|si|agentes?|representantes?|asesor(?:es)?|clientes?) $/,
  forbids:
    /(?<!\b(?:si|cuando|aunque) )\b(?:no|nunca|jamas)(?:(?: [a-z]+){1,5} que|(?: [a-z]+| ,){1,8} (?:ni|o)) $/,
  offers: /(?!)/,
  atOnce: /(?!)/,
  states: /(?!)/,
  depends: /(?!)/,
  promises: /(?!)/,
  others: /(?!)/,
  asked: 'ingrese',
  purpose: /^(?:para|a fin|antes|gracias|bienvenid[oa]s?)\b/,
  elsewhere:
    /\b(?:sitio|pagina|portal|aplicacion|app|web|internet|(?<!\b(?:cuenta|banca|servicio|permanezca|mantengase|espere) )en linea|en (?:[a-z]+ ){0,3}(?:sucursal(?:es)?|cajeros?|tiendas?)|cuando (?:se lo|le) (?:pidan?|soliciten?)|cuando (?:el|un) (?:agente|representante|asesor))\b/,
  recipient:
    /(?<!\b(?:hablar|comunicar\w*|transferir\w*|conectar\w*)) (?:al|a un|a su|a nuestro|con el|con un) (?:agente|representante|asesor|operador)/,
  goesOn: /(?: ,)? (?:y luego|y|luego|o) (?:visite|vaya|use|utilice|llame|consulte|abra)\b.*$/,
  creates: /(?!)/,
  fresh: /^[a-z]+ (?:(?!de\b)[a-z0-9]+ )*?(?:nuev[oa])\b|\b(?:pin|nip|clave|contrasena|codigo) nuev[oa]\b/,
  except: /(?:, )?\b(?:no (?:su|el|la)|en lugar de|en vez de)\b.*$/,
  means: /(?!)/,
  or: /(?: ,)? o /,
  between:
    /^(?:(?:por favor|ahora|nos|su|sus|el|los|la|las|tu|un|una|numeros?|digitos|codigo|clave|completo|nuevo|nueva|actual|personal|secreto|de|del|identificacion|ultim[oa]s|primer[oa]s|tod[oa]s|[0-9]+(?:to[0-9]+)?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce) )*$/,
  onCard:
    /^(?:(?:por favor|ahora|el|los|[0-9]+|dieciseis) )*(?:numero|digitos) (?:que (?:aparecen?|esta|figura) )?(?:en|del|al) (?:el )?(?:frente de |anverso de )?(?:su|la) $/,
  nouns: numberKinds,
  complete: () => /(?:)/,
};

export const spanish: LanguageTable = {
  common:
    'el la los las de para por su usted es en que con marque oprima si un una y gracias mi mis sobre hablar quiero'.split(
      ' ',
    ),
  press: 'oprima oprime marque marca presione presiona pulse pulsa digite teclee oprimir'.split(' '),
  weakPress: ['diga', 'elija', 'seleccione'],
  fillers: 'el la los las tecla numero boton ahora o diga opcion por favor de su teclado digito'.split(' '),
  keys: {
    ...{ cero: '0', uno: '1', dos: '2', tres: '3', cuatro: '4', cinco: '5', seis: '6', siete: '7' },
    ...{ ocho: '8', nueve: '9', asterisco: '*', estrella: '*', numeral: '#', almohadilla: '#', gato: '#' },
  },
  pressHeardAs: [],
  soundsLike: { ...{ sero: '0', un: '1', una: '1', do: '2', voz: '2', tras: '3', cuarto: '4', sino: '5' } },
  soundsLikeNext: {},
  starts: ['para', 'si', 'o'],
  states: /^(?:eso |esa )?es$/,
  questions: [[/^/, 'si ']],
  startsHeardAs: ['pero', 'par', 'para'],
  twoForOne: [],
  noLabel:
    /^(?:para (?:mejorar|servirle|garantizar|fines|asegurar|nosotros)|si (?:conoce|sabe) (?:la|el)\b.* (?:puede|marquel[ao]|digitel[ao]|ingresel[ao]|en cualquier momento)\b|o (?:dos|uno)\b)/,
  answer: /^si no$/,
  hollow:
    'o y para si usted desea quiere necesita tiene el la los las un una de del con su sus hablar acerca sobre por favor'.split(
      ' ',
    ),
  phrases: {
    invalid: [
      /\b(?:no es|es) (?:una )?(?:opcion |entrada |seleccion )?(?:in|no )?valid[ao]\b/,
      /\b(?:opcion|entrada|seleccion|numero) (?:no |in)valid[ao]\b/,
      /\bno (?:le |lo |la |se )?(?:entendi|entendimos|reconozco|reconoce|recibimos|escuche)\b/,
      new RegExp(String.raw`\b(?:intente|intentelo|pruebe) (?:de nuevo|nuevamente|otra vez)\b${now}`),
    ],
    noRefusal:
      /\b(?:si|cuando)(?: [a-z0-9]+){0,6} $|\bpara(?: [a-z]+)? $|(?<!\b(?:es|creo|parece) )\bque (?:usted )?$/,
    hold: [
      /\b(?:por favor )?(?:espere|aguarde|permanezca|mantengase|no cuelgue)\b/,
      /\btodos nuestros (?:agentes|asesores|representantes|operadores|ejecutivos)\b/,
      /\bsu llamada es (?:muy )?importante\b/,
      /\ble (?:comunico|comunicaremos|transferimos|atenderemos)\b/,
      /\bproximo (?:agente|asesor|representante) disponible\b/,
    ],
    repeats:
      /\bpara (?:escuchar|oir|repetir) (?:(?!(?:marque|o|oprima|presione|pulse)\b)[a-z]+ ){1,5}(?:permanezca|mantengase|espere)(?: en (?:la )?linea)?\b/g,
    stay: [
      /\b(?:permanezca|mantengase|espere|quedese) en (?:la )?linea (?:para|si|y)\b/,
      /\bo (?:espere|permanezca)\b/,
    ],
    callBack: [
      /\b(?:devolver|devolveremos|devolvamos|devolucion de)(?: le| la)? ?(?:la )?llamada\b/,
      /(?<!\b(?:cort|desconect|interrump)[a-z]*(?: [a-z]+){0,6} )\ble llam(?:emos|aremos|amos)\b/,
    ],
    voicemail: [
      /\bdeje (?:un |su )?(?:mensaje|nombre|recado)\b/,
      /\bdespues (?:del|de la) (?:tono|senal)\b/,
      /\bbuzon de voz\b/,
    ],
    endsMessage: /\b(?:cuelgue|colgar|terminar|termine|finalizar|finalice|mas opciones)\b/,
    closed: [
      /\b(?:oficina|oficinas|estamos|encuentra|tienda) (?:esta |estan |se encuentran? )?(?:ahora |actualmente )?cerrad[ao]s?\b/,
      /\bfuera (?:de|del) (?:nuestro )?horario\b/,
      /\b(?:nuestro )?horario (?:de atencion|de oficina|comercial) es\b/,
      /\bllame (?:de nuevo|nuevamente|mas tarde)\b/,
    ],
  },
  asksNumber: [
    /\b(?:ingrese|introduzca|digite|marque|teclee|proporcione|indique|diga) (?:su|sus|el|los|la)\b/,
  ],
  numbers: [
    ['pin', /\b(?:pin|nip|clave|contrasena|codigo de (?:acceso|seguridad))\b/],
    ['social_security', /\bseguro social\b|\bseguridad social\b/],
    ['card', /\btarjeta\b/],
    ['birth_date', /\bfecha de nacimiento\b/],
    ['postal_code', /\bcodigo postal\b/],
    ['phone', /\b(?:numero )?(?:de )?(?:telefono|celular|movil)\b|\bnumero telefonico\b/],
    ['policy', /\bpoliza\b/],
    ['claim', /\b(?:reclamo|reclamacion|siniestro)\b/],
    ['order', /\b(?:pedido|orden|reserva|reservacion|rastreo)\b/],
    ['reference', /\b(?:referencia|caso|expediente)\b/],
    ['customer', /\b(?:cliente)\b/],
    ['account', /\b(?:cuenta|socio|contrato|afiliado)\b/],
    ['other', /\b(?:numero|codigo|digitos|cantidad|monto|importe|fecha)\b/],
  ],
  request,
  endKeys: {
    pound: /\b(?:numeral|almohadilla|gato|signo de numero)\b|#/,
    star: /\b(?:asterisco|estrella)\b|\*/,
    after:
      /\b(?:seguid[oa]s? (?:de|del|por)|luego|despues|y (?:oprima|marque|presione|pulse)|(?:cuando|al) (?:haya )?(?:termin[a-z]+|finali[a-z]+)|(?:termine|finalice) con)\b/,
    done: /\b(?:termin|finali)/,
    sends: /^para (?:continuar|confirmar|finalizar|terminar|enviar)\b(?! (?:en|con|sin)\b)/,
    unlike: /\b(?:si (?:no|desea|necesita|quiere|usted)|regresar|volver|hablar|repetir|cancelar)\b/,
  },
  position: [
    /\b(?:numero|posicion|lugar|turno) (\d+) (?:en|de) (?:la |el )?(?:fila|cola|linea|espera)\b/,
    /\b(?:posicion|lugar|turno)(?: en (?:la )?(?:fila|cola|espera|linea))?(?: es)?(?: la| el)?(?: numero)? (\d+)\b/,
    /\b(?:usted es|es usted|es) (?:el |la )?(?:numero |llamada )(\d+)\b/,
  ],
  ahead: [/\b(\d+) (?:personas?|llamadas?|clientes?)(?: [a-z]+){0,2} (?:delante|antes|adelante)\b/],
  first: [/(?<!\bsi )\b(?:usted es|es usted|su llamada es) (?:el|la) (?:siguiente|proxim[ao]|primer[ao])\b/],
  wait: [
    /\b(?:tiempo|espera)\b(?: [a-z]+){0,7} (\d+)(?:(?: (?:a|y|o))? (\d+))? (minutos?|horas?|segundos?)\b/,
  ],
  units: { hour: /^hora/, second: /^segundo/, half: /^ y media\b/ },
  names: spanishNames,
};
