/**
 * Writings of one name, a line each, in lower-case Latin letters. Those in capitals are Arabic or Hebrew, which have no
 * vowels. A word is in one line only. Words of two lines are two names, however near they are.
 */
export const SPELLINGS = `
  mohammed muhammad mohammad mohamed mohamad muhammed muhamad muhamed mohamud mohd muhd mehmet mahomet maxamed mukhammad magomed mamadou mohammod muhammet MHMD
  ahmed ahmad achmad akhmed akhmad ahmet axmed HMD
  mahmoud mahmud mahmood mehmud makhmud MHMWD
  hamid hameed hamed HMYD
  hammad hamad hmad
  hussein hussain husain husayn hossein hosein hoseyn husein hussien houssein hocine huseyin xuseen khusein HSYN
  hassan hasan hasson khasan xasan HSN
  hasani hassani HSNY
  ali aly aliy cali LY
  omar umar omer oumar cumar MR
  osama usama ousama usamah osamah SM
  ladin laden lden LDN
  othman uthman osman usman ousmane cusmaan THMN
  ibrahim ebrahim ibraheem brahim ibragim ibrahima BRHYM
  ismail ismael esmail ismaeel ismayil SMYL
  ishaq ishak eshaq isaac SHQ
  yusuf yousef youssef yousuf yusef yusof yousif yosef yusup josef joseph jose iosif YWSF
  yaqub yaqoub yakub yaghoub jakob jacob yakov YQWB
  musa moussa mousa moses MWSY
  isa issa eissa ciise YSY
  sulayman suleiman sulaiman soleiman soliman suleyman suliman solomon SLYMN
  dawud daoud dawood daud davud dawd DWD
  yahya yahia yehia YHYY
  mohammadi mohammedi muhammadi MHMDY
ahmadi ahmedi HMDY
hamidi hameedi HMYDY
hosseini husseini hoseini husayni HSYNY
karimi kareemi KRYMY
rahimi raheemi RHYMY
sadeghi sadiqi sadeqi SDQY
moradi muradi MRDY
rezaei rezai rezaee RDYY
heydari haidari haydari heidari HYDRY
jafari jaafari dzhafari JFRY
sharifi shareefi SHRYFY
ashrafi SHRFY
saeedi saidi SYDY
najafi NJFY
mousavi musavi moussavi musawi MWSWY
nowruzi norouzi nourouzi NWRWZY
khalid khaled halid chalid KHLD
  walid waleed oualid WLYD
  said saeed saied saeid sayeed SYD
  saad sad SD
  rashid rasheed rachid RSHYD
  rashed rachad RSHD
  karim kareem KRYM
  rahim raheem RHYM
  rahman rehman rahmane rohman RHMN
  salman selman SLMN
  sultan soltan SLTN
  salim saleem selim SLYM
  salem SLM
  saleh salih salah SLH
  nasser nasir naser nassir NSR
  nasr
  jamal gamal djamel jamel cemal JML
  jamil djamil gamil cemil JMYL
  jalil djalil JLYL
  jalal celal galal JLL
  jawad javad dzhavad JWD
  mustafa mostafa moustafa mustapha MSTF
  murtaza murtada mortaza MRTD
  reza rida ridha rza RD
  mehdi mahdi MHDY
  hadi haadi HDY
  hashim hashem hachem HSHM
  qasim qassim qasem kasim kassem ghasem QSM
  abbas abas BS
  fatima fatemeh fatma fatimah fathima FTMH
  aisha aysha ayesha aicha ayse aishah YSHH
  mariam maryam meryem miryam MRYM
  zaynab zainab zeinab zeynep ZYNB
  khadija khadijah hadija KHDYJH
  zahra zohra ZHR
  abdullah abdallah abdulla abdalla abdoulaye abdilahi cabdullaahi
  tariq tarek tareq tarik TRQ
  faisal faysal feisal FYSL
  fahd fahad FHD
  majid majeed magid MJYD
  hakim hakeem HKYM
  aziz azeez ZYZ
  bashir basheer bachir BSHYR
  bashar basher BSHR
  anwar anouar enver NWR
  amir ameer emir MYR
  amin ameen emin MN
  asad assad
  khan
  noor nur nour NWR
  ghulam gulam gholam
  gul
  zia ziya diya
  uddin eddin aldin din deen eddine
  akhtar
  vladimir volodymyr wladimir uladzimir vladymyr
  sergey sergei serhiy serhii sergej sergi siarhei
  alexander aleksandr alexandr aleksander oleksandr aliaksandr alexandre alessandro alejandro iskandar aleksandar
  alexei aleksey alexey aleksei oleksiy oleksii alexej
  andrei andrey andriy andrii andrej andrzej ondrej andrew andreas andre andrea anders
  nikolai nikolay mykola nikolaj nicholas nicolas nikolas mikalai niccolo klaus
  dmitry dmitri dmitriy dmytro dimitri dimitry dzmitry dmitrij
  mikhail mykhailo michail michael mikael michel miguel mihail mihai
  yuri yury yuriy iurii yurii jurij juri iouri
  evgeny yevgeny evgeni yevgeniy evgeniy yevhen eugene eugen
  ivan
  igor ihor
  oleg oleh
  pavel pavlo pawel paul paulo pablo paolo
  petr pyotr petro piotr peter pedro pietro pierre
  viktor victor wiktor viktar
  konstantin kostyantyn constantin konstantinos constantine
  vasily vasiliy vasyl vasili wassili basil
  gennady gennadiy hennadiy guennadi
  georgy georgiy heorhiy georgi george jorge georg georges giorgi
  grigory grigoriy hryhoriy gregory gregor
  stepan stephen steven stefan esteban stephan etienne stefano
  maxim maksim maksym maxime
  anatoly anatoliy anatolii
  valery valeriy valerii
  vitaly vitaliy vitalii
  arkady arkadiy
  anton antonio antoine anthony antony antoni
  artem artyom artiom
  denis denys dennis
  timur taimur teymur
  ramzan ramadan ramazan ramadhan
  natalia natalya nataliya nataliia natalie nathalie
  tatiana tatyana tetiana tetyana
  ekaterina yekaterina kateryna katarina catherine katherine kathryn catalina caterina katharina
  elena yelena olena helena helen helene
  yulia julia yuliya iuliia yuliia julie giulia
  svetlana svitlana
  maria mariya marya marie mary mariia
  john johann johannes jean juan joao giovanni jan johan ian sean
  william wilhelm guillaume guillermo willem guglielmo
  charles karl carl carlos carlo karol
  francis francisco francois francesco franz frans franciszek
  frederick frederic fredrik frederik
  friedrich fridrich
  henry heinrich henri enrique henrik hendrik enrico
  louis luis luiz luigi ludwig lewis
  philip phillip philippe felipe filippo philipp filip
  james jaime
  thomas tomas tomasz tommaso
  matthew matthias mateo matteo mathieu matheus
  mark marc marcus marco marcos marek
  luke lucas luca lukas lukasz
  joachim joaquin
  emmanuel emanuel manuel immanuel
  geoffrey jeffrey jeffery
  kim gim ghim
  lee yi rhee ri
  park pak bak
  choi choe
  jung jong jeong chung chong
  kang gang
  cho jo
  yoon yun
  shin sin
  mao
  tse ze
  tung dong
  tsetung zedong
  chou zhou
  hsi xi
  ching jing
  chiang jiang
  nguyen nguen
  bin ben ibn BN
  al el ul
  abu abou BW
  abd abdul abdel abdal abdou BD
`;
