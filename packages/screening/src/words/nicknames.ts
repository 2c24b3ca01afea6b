/** A name and its short and pet forms, a line each. A word may be in several lines. */
export const NICKNAMES = `
  abigail abby gail
  abraham abe bram
  albert al bert bertie
  alexander alex alec sandy sasha xander lex alek
  alexandra alex sandra sasha sandy lexi
  alexei alyosha lyosha alex
  alfred alf alfie fred
  alice ali alison
  amanda mandy
  andrei andy drew andryusha
  angela angie
  anna ann anne annie anya nancy
  anton tony toni antosha
  archibald archie
  arnold arnie
  arthur art artie
  augustus gus august
  barack barry
  barbara barb babs
  benjamin ben benny benji bibi
  bernard bernie
  boris borya
  bradley brad
  calvin cal
  cameron cam
  carolyn carol caroline carrie
  charles charlie chuck chas
  charlotte lottie charlie
  christina tina chris christine
  christopher chris kit topher
  clifford cliff
  daniel dan danny
  david dave davey
  deborah deb debbie
  denis denny
  dmitry dima mitya
  donald don donnie
  dorothy dot dotty
  douglas doug
  edgar ed eddie
  edmund ed eddie ted
  edward ed eddie ted teddy ned eduard eduardo
  ekaterina katya kate kathy katie cathy kitty
  eleanor ellie nell nora
  elena lena lenka
  elizabeth liz lizzie beth betty eliza elisabeth bess libby elsie
  emmanuel manny
  evgeny zhenya
  francis frank frankie paco pancho
  frederick fred freddie
  friedrich fritz fred
  gabriel gabe
  geoffrey jeff geoff
  gennady gena genady
  george georgie
  gerald gerry jerry
  gerard gerry
  gregory greg
  grigory grisha
  harold harry hal
  henry harry hank hal heinz
  herbert herb bert
  hubert bert hugh
  ignatius nacho iggy ignacio
  irina ira
  isaac ike zak
  isabella bella izzy isabel
  ivan vanya
  jacob jake kuba
  james jim jimmy jamie jem
  janet jan
  jennifer jen jenny
  jessica jess jessie
  joachim jochen achim
  john jack johnny jock hans
  jonathan jon jonny
  joseph joe joey jos pepe sepp beppe yossi
  joshua josh
  judith judy
  katherine kate kathy katie cathy kitty kay
  kenneth ken kenny
  konstantin kostya
  lawrence larry laurence lorenzo laurie
  leonard leo len lenny
  leonid lyonya
  leopold leo
  louis lou louie
  lucas luke
  lyudmila lyuda mila
  madeleine maddie
  margaret maggie meg peggy marge greta rita margarita madge
  maria masha mary molly polly
  martin marty
  matthew matt matty
  maxim max
  maximilian max
  michael mike mick micky mikey mischa misha michi
  michaela michi micky
  mikhail misha
  mohammed mo
  nadezhda nadia nadya
  natalia natasha
  nathan nate
  nathaniel nate nat
  nicholas nick nicky nico
  nikolai kolya nick
  olga olya
  oliver ollie
  pamela pam
  patricia pat patty trish tricia
  patrick pat paddy
  pavel pasha
  peter pete petya
  philip phil pip
  rachel rae
  ramon ray
  raymond ray
  rebecca becky becca
  reginald reg reggie
  richard rich rick ricky dick
  robert rob bob bobby robbie bert
  roger rodge
  roland rolf
  ronald ron ronnie
  rudolph rudi rudy
  samantha sam
  samuel sam sammy
  sarah sally
  sebastian seb bas
  sergey seryozha serge
  sophia sophie sofya
  stanislav stas slava
  stanley stan
  stepan steve stevie
  susan sue susie
  svetlana sveta
  tatiana tanya
  terence terry
  theodore ted teddy theo
  theresa terry tess tessa
  thomas tom tommy
  timothy tim timmy
  valery valera
  vasily vasya
  veronica ronnie nika
  victoria vicky tori
  viktor vic vitya
  vincent vince vinny
  virginia ginny
  vitaly vitalik
  vladimir vova volodya vlad
  vladislav vlad slava
  vyacheslav slava
  walter walt wally
  william will bill billy willy liam
  winston win
  yakov yasha
  yuri yura
  zachary zach zack
`;
