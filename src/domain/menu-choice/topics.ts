import { withoutOffer } from '../menu-speech/conditions.ts';

/**
 * What calls to companies are about: the words of each topic in English, German, Spanish and French, folded. Phrases have spaces; for `=`
 * see `saysPhrase`.
 */

export const topics = {
  billing:
    'bill,bills,billing,building,=accounting,accounts receivable,accounts payable,buchhaltung,contabilidad,comptabilite,invoice,invoices,charge,charges,charged,overcharged,fee,fees,statement,refund,credit note,dispute,balance due,rechnung,rechnungen,abrechnung,gebuhr,gebuhren,erstattung,factura,facturas,facturacion,cobro,cargo,cargos,reembolso,facture,factures,facturation,remboursement,prelevement',
  payment:
    'pay,payment,payments,pay a bill,autopay,direct debit,=installment,zahlung,zahlungen,bezahlen,zahlen,lastschrift,uberweisung,=raten,pago,pagos,pagar,paiement,paiements,payer,regler,reglement',
  cancel:
    'cancel,cancels,canceling,cancelling,cancellation,terminate,termination,close account,close my account,end my contract,disconnect,unsubscribe,stop service,stop my service,leave us,kundigen,kundigung,storno,stornieren,beenden,abbestellen,cancelar,cancelacion,baja,anular,resilier,resiliation,annuler,annulation,desabonnement',
  technical:
    'technical,technician,tech support,support,troubleshooting,troubleshoot,repair,repairs,broken,not working,does not work,doesn t work,doesnt work,no internet,no signal,outage,outages,slow,is down,are down,went down,goes down,fault,faulty,defective,problem,problems,trouble,fix,error,crash,crashes,technik,technisch,technische,technischer,=storung,=storungen,=stoerung,kaputt,defekt,funktioniert nicht,reparatur,ausfall,tecnico,soporte,averia,averias,falla,fallas,no funciona,reparacion,technique,panne,pannes,depannage,reparation,ne marche pas,ne fonctionne pas,probleme technique',
  sales:
    'sales,sale,buy,buying,purchase,new order,place an order,new customer,new customers,new service,new account,open an account,sign up,order a,upgrade,quote,pricing,=offer,=offers,become a customer,verkauf,kaufen,neukunde,neukunden,neuvertrag,bestellen,bestellung aufgeben,angebot,angebote,beratung,ventas,comprar,compra,contratar,nuevo cliente,cotizacion,ventes,vente,acheter,commercial,nouveau client,devis,souscrire,abonner',
  order:
    'order,orders,order status,delivery,deliveries,deliver,shipping,=shipment,package,parcel,track,tracking,bestellung,bestellungen,lieferung,lieferungen,=sendung,paket,versand,pedido,pedidos,entrega,envio,paquete,commande,commandes,livraison,colis,suivi,expedition',
  returns:
    'return,returns,exchange,send back,ruckgabe,retoure,umtausch,devolucion,devoluciones,cambio,retour,retours,echange',
  warranty: 'warranty,warranties,garantie,gewahrleistung,garantia',
  claims:
    'claim,claims,accident,damage,damaged,crash report,water damage,theft,schaden,schadensmeldung,unfall,reklamation,reclamo,reclamacion,siniestro,accidente,sinistre,sinistres,reclamation',
  appointment:
    'appointment,appointments,schedule,reschedule,pickup,visit,book a,booking,termin,termine,terminvereinbarung,buchung,cita,citas,turno,rendez vous,rdv,rendezvous',
  reservation:
    'reservation,reservations,flight,flights,hotel,stay,trip,itinerary,check in,reservierung,flug,reise,reserva,reservas,vuelo,billete,reservation de,vol,voyage,billet',
  lost_card:
    'lost,stolen,lost card,stolen card,missing card,block my card,block card,freeze,fraud,fraudulent,unauthorized,suspicious,identity theft,not recognize,not authorize,did not make,didn t make,not yours,not mine,verloren,gestohlen,sperren,sperrung,betrug,perdida,perdido,robada,robado,robo,fraude,bloquear,perdu,perdue,vole,volee,perte,opposition',
  account:
    '=account,=accounts,profile,update my,personal details,membership,manage your,konto,vertrag,vertragsdaten,=daten,cuenta,contrato,perfil,compte,contrat,profil',
  login:
    'password,passwords,passcode,login,log in,sign in,locked out,=passwort,kennwort,anmelden,contrasena,clave,mot de passe,identifiant',
  address:
    'address,change of address,=moving,relocating,adresse,anschrift,umzug,direccion,mudanza,demenagement',
  balance:
    'balance,balances,recent transactions,transactions,kontostand,umsatze,saldo,movimientos,=solde,=operations',
  loans:
    'loan,loans,mortgage,mortgages,lending,financing,kredit,kredite,darlehen,finanzierung,prestamo,prestamos,hipoteca,pret,prets,credit immobilier',
  prescription:
    'prescription,prescriptions,refill,refills,pharmacy,medication,rezept,rezepte,apotheke,receta,recetas,farmacia,ordonnance,ordonnances,pharmacie',
  results:
    'test results,results,lab,laboratory,befund,befunde,labor,resultados,laboratorio,resultats,analyses',
  internet:
    'internet,wifi,wi fi,wireless,broadband,modem,router,connection,internetanschluss,wlan,conexion,connexion',
  television:
    'television,tv,channel,channels,remote control,cable box,fernsehen,fernseher,=sender,canal,canales',
  outage:
    'outage,outages,power is out,power out,power went out,no power,lost power,no electricity,blackout,stromausfall,apagon,sin luz,coupure,panne de courant',
  baggage: 'baggage,luggage,suitcase,suitcases,bag,bags,gepack,koffer,equipaje,maleta,bagage,bagages,valise',
  rewards:
    'rewards,reward,miles,mileage,points,frequent flyer,frequent flier,loyalty,award,bonuspunkte,meilen,puntos,millas,fidelite',
  vaccination:
    'vaccine,vaccines,vaccination,vaccinations,immunization,immunizations,flu shot,flu shots,booster,impfung,impfungen,vacuna,vacunas,vaccin,vaccins',
  autopay:
    'autopay,auto pay,automatic payment,automatic payments,budget billing,budget plan,level billing,recurring payment,recurring payments',
  hardship:
    'payment arrangement,payment arrangements,payment plan,payment extension,more time to pay,cannot pay,can t pay,difficulty,hardship,ratenzahlung,stundung,plan de pago,delai de paiement',
  hours:
    'hours,opening hours,=directions,location,locations,offnungszeiten,standort,wegbeschreibung,horario,horarios,ubicacion,horaires,adresse du',
  jobs: 'job,jobs,=careers,=employment,human resources,bewerbung,karriere,=personalabteilung,empleo,empleos,recursos humanos,=emploi,recrutement',
  complaint: 'complaint,complaints,complain,feedback,beschwerde,beschwerden,queja,quejas,plainte,plaintes',
} as const;
export type Topic = keyof typeof topics;

/**
 * An option with this topic is right for the call, whatever else the intent mentions: "a transaction that I do not recognize" is no
 * question about transactions.
 */
export const urgentTopics: readonly Topic[] = ['lost_card'];

/** For these topics the intent must name the topic: "pay my bill" is not a request for more time to pay. */
export const exclusiveTopics: readonly Topic[] = ['hardship', 'autopay'];

/** Companies mention this topic everywhere. It is evidence only if the call is about nothing else. */
export const vagueTopics: readonly Topic[] = ['account'];

/** People whom callers can speak with. */
export const operatorWords =
  'operator,stay on the line,remain on the line,representative,representatives,agent,agents,advisor,adviser,associate,advocate,attendant,receptionist,reception,front desk,live person,real person,somebody,someone,person,human,team member,specialist,customer service,customer care,customer support,=consultant,=consultants,assistance,staff,mitarbeiter,mitarbeiterin,berater,kundendienst,kundenservice,kundenbetreuung,zentrale,vermittlung,operador,operadora,agente,asesor,asesora,representante,ejecutivo,=persona,atencion al cliente,conseiller,conseillere,agent,operateur,operatrice,standard,accueil,service client';

/** What one does with such people. */
export const speakWords =
  'speak,talk,reach,connect,connected,transfer,transferred,sprechen,verbinden,verbunden,erreichen,hablar,comunicarse,parler,joindre,contacter';

/** Options for most callers: those who are customers already. */
export const customerWords =
  'existing customer,existing customers,current customer,current customers,already a customer,already a member,you are a member,you are a customer,=members,existing patient,existing patients,current patient,current patients,established patient,returning patient,existing client,current client,existing member,current member,existing policyholder,current policyholder,existing subscriber,current subscriber,=customers,bestandskunde,bestandskunden,ya es cliente,cliente actual,clientes,deja client';

/** Which of several kinds of customers most callers are. */
export const existingWords = 'existing,current,already,established,returning,all customers,other customers';

/** The telephone that everybody has. */
export const touchToneWords = 'touch tone,touchtone,push button phone,push button telephone';

/** Options for most callers, where others are for those in trade: private customers. */
export const privateWords =
  'residential,personal,your home,at home,home customer,home customers,consumer,individual,=privatkunde,=privatkunden,=privat,residencial,=particulares,hogar,=particulier,=particuliers';

/** Options for people who are not customers yet. */
export const newcomerWords =
  'new customer,new customers,become a customer,become a member,sign up,neukunde,neukunden';

/** Whom a menu tells from private customers. */
export const tradeWords =
  'business,businesses,commercial,corporate,company,companies,trade,wholesale,organization,organisation,employer,employers,broker,brokers,provider,providers,professional,professionals,doctor s office,doctors office,physician,pharmacist,landlord,landlords,geschaftskunde,geschaftskunden,gewerbe,firmenkunde,firmenkunden,unternehmen,empresa,empresas,negocio,negocios,entreprise,entreprises,professionnel,professionnels';

/** Options for everything that has no key of its own. "Other" alone says nothing: "the other participants". */
export const otherWords = `anything else,everything else,anyone else,everybody else,everyone else,${withoutOffer},all other,any other,something else,not sure,more options,other options,further options,other question,other inquiries,other inquiry,other enquiries,other reason,other request,other services,other matters,other department,general,sonstiges,andere fragen,andere anliegen,anderes,alle anderen,alles weitere,allgemein,weitere anliegen,weitere fragen,otra consulta,otras consultas,otro asunto,otros asuntos,otras opciones,cualquier otra,cualquier otro,autre demande,autres demandes,autre question,autres options,toute autre,general inquiries`;

/** What has happened, and is announced before the main menu. */
export const noticeWords =
  '=recall,=recalls,outage,outages,breach,security incident,class action,storm,hurricane,wildfire,wildfires,weather';

/** Options that lead to more options, whatever these are for. */
export const furtherWords =
  'more options,more entries,more names,other options,further options,advanced options,additional options,more choices,other choices,more services,weitere optionen,weitere moglichkeiten,mas opciones,otras opciones,plus d options,autres options';

/** Options that lead back to the menu before, or to the first one. */
export const backWords =
  'go back,previous menu,main menu,return to,exit this menu,zuruck,hauptmenu,regresar,volver,menu principal,revenir,menu precedent';

/** Never chosen: the option ends the call, or is not for a caller who waits. */
export const neverWords =
  'hang up,quit,exit,log off,log out,end this call,end the call,end your call,goodbye,disconnect the call,auflegen,gesprach beenden,colgar,finalizar,terminar la llamada,raccrocher,quitter';

/** For emergencies: chosen only by a call that is about nothing but an emergency topic. */
export const emergencyWords = 'emergency,911,112,notfall,emergencia,=urgence';
export const emergencyTopics: readonly Topic[] = ['outage'];

/** For people in danger: chosen only if the intent says one of these as well, or of those below. */
export const dangerWords =
  'smell gas,gas leak,=downed,power line is down,power lines are down,wire is down,wires are down,fire department,fire dispatch,=police,=ambulance,=dispatch,chest pain,=breathing,=crisis,=suicide,life threatening,=overdose,=poison';

/** How callers say the same. */
export const saysDanger =
  'line is down,lines are down,line down,lines down,wire is down,wires are down,wire down,wires down,live wire,smell of gas,smells of gas,smells like gas,gas smell,gas is leaking,leaking gas,rotten egg';

/** Options that repeat the menu or go back. One such word alone may be a recognition error in a meaningful option. */
export const roundWords =
  'repeat,hear again,hear these,hear this,again,replay,go back,leave the conference,previous menu,main menu,return to,start over,wiederholen,noch einmal,nochmal,zuruck,hauptmenu,repetir,regresar,volver,menu principal,repeter,reecouter,revenir,menu precedent';

/** The ones that never occur in a meaningful option; "hear your messages again" contains one of the others. */
export const sureRoundWords =
  'repeat,hear these,hear this,replay,go back,leave the conference,previous menu,main menu,return to,start over,wiederholen,zuruck,hauptmenu,repetir,regresar,volver,menu principal,repeter,reecouter,revenir,menu precedent';

/** Chosen only if the intent asks for it: it takes the call off the line. */
export const callBackWords =
  'call back,callback,called back,return call,leave a message,voicemail,voice mail,ruckruf,zuruckrufen,zuruckgerufen,nachricht hinterlassen,devolucion de llamada,devolver la llamada,dejar un mensaje,rappel,rappele,laisser un message,survey,umfrage,encuesta,enquete,text message,sms';

/** Chosen only if the intent is to pay; each as a whole word. */
export const payingVerbs = [
  'pay',
  'paying',
  'bezahlen',
  'zahlen',
  'pagar',
  'payer',
  'regler',
  'make a payment',
];

export const switchingVerbs = 'activate,deactivate,enable,disable,start,stop,begin,end'.split(',');
/** What one can do with anything. */
export const actionVerbs = [...switchingVerbs, 'change', 'set', 'make'];

/** An option that begins with one of these does something that cannot be undone. It is chosen only if the intent says one as well. */
export const removingVerbs = ['delete', 'erase', 'remove', 'discard', 'kick', 'eject'];
/** A caller who says one of these may mean that. */
export const endingWords =
  'cancel,unsubscribe,stop,lift,unblock,unfreeze,opt out,take off,off,end,close,get rid of';
/** People whom such an option puts out. */
export const peopleWords = 'participant,user,member,caller,person,people,somebody,someone,guy,man,woman';

/** Acts of options that are hard to undo, in the first words of the option. */
export const bindingActs =
  'cancel,close,terminate,end,disconnect,deactivate,discontinue,unsubscribe,stop,opt out,be removed,accept,agree,block,freeze'
    .split(',')
    .map((act) => act.split(' '));
/** A caller who wants one of them says one of these. */
export const asksToEnd =
  'cancel,cancellation,close,end,terminate,quit,leave,give up,get out of,get rid of,stop,stopped,unsubscribe,opt out,take off,off,disconnect,shut,deactivate,discontinue,no longer,any more,anymore,not want,don t want,not need,don t need,remove,delete,accept,agree,block,freeze,lock,lost,stolen,stole,snatched,scam,hacked,died,dead';

/** The languages that menus offer, as each names them. */
export const languageNames: Readonly<Record<string, string>> = {
  en: 'english,ingles,anglais,englisch',
  es: 'spanish,espanol,espagnol,spanisch,castellano',
  fr: 'french,frances,francais,franzosisch',
  de: 'german,aleman,allemand,deutsch',
  other:
    'mandarin,cantonese,chinese,vietnamese,korean,portuguese,italian,russian,polish,arabic,japanese,tagalog,turkisch,italienisch,turkish',
};

export const yesWords =
  'correct,that is correct,this is correct,right,yes,confirm,richtig,korrekt,ja,bestatigen,correcto,correcta,si es correcto,exacto,correcte,oui,confirmer';
/** What else a menu says with them: "if all information is correct". */
export const withYesWords =
  'it,these,those,they,s,are,the,all,everything,information,number,numbers,entry,details,choice,selection,your,das,dies,ist,die,der,alles,angaben,nummer,eingabe,esto,eso,el,la,numero,son,datos,c,est,ce,cela,le,tout';

export const extensionWords = 'extension,extensions,durchwahl,nebenstelle,anexo,poste';

/** Options for callers who do not have the requested number. */
export const withoutNumberWords =
  'skip,bypass,do not have,don t have,dont have,do not know,don t know,without,not have your,nicht zur hand,kennen sie nicht,keine kundennummer,no tiene,no la sabe,sin numero,n avez pas,ne connaissez pas,sans numero';

/** What follows one of these is not the subject, but says where, when or what for. */
export const prepositions = 'for in on at from fur bei auf para en pour dans sur'.split(' ');

/** If a company has no option for a topic, this one may do. */
export const broaderTopics: Readonly<Partial<Record<Topic, Topic>>> = {
  internet: 'technical',
  television: 'technical',
  login: 'technical',
  outage: 'technical',
  hardship: 'billing',
  balance: 'account',
  address: 'account',
};

/** A caller who says this has something already, or wants something new, without saying so. */
export const impliesExisting =
  'cancel,change,modify,confirm,confirmation,status,reschedule,check on,=scheduled';
export const impliesNew = 'file,report,open,start,dispute,apply,make a,make an,book,place,schedule,become a';
