/**
 * Common passwords that pass the specification's rule, in lower case: what people choose when a form asks for a capital, a
 * digit and a sign. Gathered from what is known of breached and default passwords; a password is compared whole,
 * capitals aside, so that only the passwords listed here are refused.
 */
const COMMON = `
p@ssw0rd p@ssw0rd1 p@ssw0rd! p@ssw0rd12 p@ssw0rd123 p@ssw0rd1234 p@ssw0rd1! p@ssw0rd123! p@ssw0rd2020
p@ssw0rd2021 p@ssw0rd2022 p@ssw0rd2023 p@ssw0rd2024 p@ssw0rd2025 p@ssw0rd2026 p@ssword1 p@ssword1!
p@ssword12 p@ssword123 p@ssword123! p@ssword1234 p@55w0rd p@55w0rd! p@55w0rd1 p@$$w0rd p@$$w0rd! p@$$w0rd1
p@$$w0rd123 p@$$word1 p@$$word123 pa$$w0rd pa$$w0rd! pa$$w0rd1 pa$$w0rd123 pa$$word1 pa$$word123 pa$$word1!
pa55word! pa55w0rd! passw0rd! passw0rd!! passw0rd1! passw0rd12! passw0rd123! passw0rd@1 passw0rd@123
passw0rd#1 passw0rd.1 passw0rd$ passw0rd@ passw0rd# password1! password1!! password1@ password1# password1$
password1. password1? password1* password1- password1_ password1+ password12! password12@ password123!
password123@ password123# password123$ password123. password123* password1234! password1234@ password12345!
password!1 password!12 password!123 password@1 password@12 password@123 password@1234 password#1
password#123 password$1 password$123 password_1 password_123 password-1 password-123 password.1 password.123
password2020! password2021! password2022! password2023! password2024! password2025! password2026!
password01! password11! password99! password0! password2! password3! password5! password7! password9!
password10! my_p@ssw0rd1 mypassword1! mypassword123! newpassword1! newpassword123! yourpassword1!
thepassword1! changeme1! changeme12! changeme123! changeme@1 changeme@123 change_me1 change.me1 changeme!1
changeit1! changeit123! letmein1! letmein12! letmein123! letmein@1 letmein@123 letmein!1 letmein!23
welcome1! welcome1@ welcome1# welcome1$ welcome12! welcome123! welcome123@ welcome1234! welcome@1 welcome@12
welcome@123 welcome@1234 welcome!1 welcome!123 welcome#1 welcome#123 welcome01! welcome2020! welcome2021!
welcome2022! welcome2023! welcome2024! welcome2025! welcome2026! welcome@2020 welcome@2021 welcome@2022
welcome@2023 welcome@2024 welcome@2025 welcome@2026 w3lcome! w3lcome1! w3lc0me! welc0me! welc0me1! admin12!
admin123! admin123@ admin123# admin123$ admin1234! admin12345! admin@12 admin@123 admin@1234 admin@12345
admin!12 admin!123 admin#123 admin_123 admin-123 admin.123 admin2020! admin2021! admin2022! admin2023!
admin2024! admin2025! admin2026! admin@2020 admin@2021 admin@2022 admin@2023 admin@2024 admin@2025
admin@2026 adm1n123! @dmin123 @dmin1234 @dm1n123 administrator1! administrator123! administrator@1 root123!
root@123 root1234! root@1234 toor123! test123! test@123 test1234! test@1234 test12345! test!123 testing1!
testing123! testing@123 tester1! tester123! test_123 test#123 demo123! demo@123 demo1234! demo@1234
guest123! guest@123 user123! user@123 user1234! user@1234 temp123! temp@123 temp1234! temp@1234 temppass1!
temporary1! default1! default123! default@123 secret1! secret12! secret123! secret@1 secret@123 s3cret123!
s3cr3t!1 qwerty1! qwerty1@ qwerty12! qwerty123! qwerty123@ qwerty123# qwerty123$ qwerty1234! qwerty12345!
qwerty@1 qwerty@12 qwerty@123 qwerty@1234 qwerty!1 qwerty!12 qwerty!123 qwerty#1 qwerty#123 qwerty!@#1
qwerty!@#123 qwertyuiop1! qwertyuiop123! qwertyui1! qwertz1! qwertz123! azerty1! azerty123! asdfgh1!
asdfgh123! asdfghjkl1! asdf1234! asdf123! asdf@123 asd123!@# asdqwe123! zxcvbn1! zxcvbn123! zxcvbnm1!
zxcvbnm123! zxcv1234! qwer1234! qwer123! qwer@1234 qwe123!@# qweasd123! qweasdzxc1! q1w2e3r4! q1w2e3r4t5!
q1w2e3!@# 1q2w3e4r! 1q2w3e4r5t! 1q2w3e4r@ 1q2w3e4r# 1q2w3e4r5t6y! 1qaz2wsx! 1qaz2wsx@ 1qaz@wsx 1qaz!qaz
1qaz@wsx3edc 1qaz2wsx3edc! !qaz1qaz !qaz2wsx !qaz2wsx3edc !qaz@wsx1 !qazxsw2 @wsx1qaz zaq!2wsx zaq1@wsx
zaq12wsx! zaq1!qaz zaq12wsx@ zaq1zaq! qazwsx1! qazwsx12! qazwsx123! qazwsx@123 qazwsxedc1! qaz!wsx1 abc123!!
abc123!@ abc123!@# abc1234! abc12345! abc@1234 abc@12345 abc!1234 abc#1234 abcd123! abcd1234! abcd1234@
abcd1234# abcd12345! abcd@123 abcd@1234 abcd!234 abcd#1234 abcde123! abcdef1! abcdef1@ abcdef12! abcdef123!
abcdefg1! abcdefg123! abcdefgh1! a1b2c3d4! a1b2c3d4@ a1b2c3d4e5! a1b2c3!@# aa123456! aa123456@ aa@123456
aa!123456 aa12345! aa12345678! aa1234567! aa112233! abc.1234 abc_1234 aaa111!! aaaa1111! aaaaaa1! aaaaaaa1!
aaaaaa1@ aaaaaaa1@ asd@12345 asd_1234 123456aa! 123456aa@ 12345aa! 1234abcd! 1234abcd@ 1234qwer! 1234qwer@
123qweasd! 123qwe!@# 123qwe!! 123qwe@# 123abc!@# 123abc!! 12345abc! 12345qwe! 12345qwert! 123456qwerty!
123456abc! 1111aaaa! 11111aa! 111111aa! 112233aa! 123123aa! 00000aa! !@#123qwe !@#qwe123 !@#$1234qwer
!@#abc123 1234!@#$qwer qwer1234!@#$ qwer!@#$1234 iloveyou1! iloveyou12! iloveyou123! iloveyou2! iloveyou@1
iloveyou!1 iloveu1! iloveu2! iloveu123! loveyou1! lovely1! lovely123! love123! love@123 love1234! loveme1!
ilove.you1 sunshine1! sunshine12! sunshine123! sunshine@1 princess1! princess12! princess123! princess@1
monkey1! monkey12! monkey123! monkey@123 dragon1! dragon12! dragon123! dragon@123 shadow1! shadow12!
shadow123! master1! master12! master123! master@123 superman1! superman123! superman@1 batman1! batman12!
batman123! batman@123 spiderman1! spiderman123! ironman1! ironman123! pokemon1! pokemon123! pikachu1!
naruto1! naruto123! starwars1! starwars123! starwars@1 football1! football12! football123! football@1
baseball1! baseball123! basketball1! basketball23! soccer1! soccer12! soccer123! hockey1! hockey123!
cricket1! cricket123! liverpool1! liverpool123! arsenal1! arsenal123! chelsea1! chelsea123! barcelona1!
barcelona123! realmadrid1! manutd1! manunited1! juventus1! yankees1! cowboys1! steelers1! lakers24!
jordan23! jordan1! jordan123! michael1! michael123! michael@1 michelle1! jessica1! jessica123! jennifer1!
ashley1! ashley123! amanda1! daniel1! daniel123! andrew1! andrew123! matthew1! joshua1! joshua123! charlie1!
charlie123! charlie@1 thomas1! thomas123! robert1! robert123! william1! james123! jackson1! anthony1!
nicole1! nicole123! samantha1! samantha123! elizabeth1! victoria1! victoria123! jasmine1! brandon1! justin1!
justin123! hunter1! hunter2! hunter12! hunter123! tigger1! tigger123! ginger1! ginger123! cookie1!
cookie123! pepper1! pepper123! buster1! buster123! bailey1! bailey123! maggie1! maggie123! sophie1!
sophie123! chocolate1! chocolate123! cheese1! banana1! banana123! orange1! orange123! purple1! purple123!
flower1! flower12! flower123! butterfly1! butterfly123! angel123! angel@123 angels1! babygirl1! babygirl123!
family1! family123! family@1 freedom1! freedom123! forever1! forever21! friends1! friends123! happy123!
happy@123 happiness1! hello123! hello@123 hello1234! hello@1234 hello12345! hello!123 hello_123 hello.123
hellokitty1! hello1!! helloworld1! helloworld123! goodluck1! google1! google123! google@123 facebook1!
facebook123! facebook@123 youtube1! microsoft1! microsoft123! windows1! windows10! windows123! apple123!
apple@123 android1! samsung1! samsung123! samsung@123 nokia123! nokia@123 internet1! internet123! computer1!
computer12! computer123! computer@1 computer@123 matrix1! hacker1! hacker123! killer1! killer123! ninja123!
trustno1! trustno1@ trust.no1 whatever1! whatever123! access1! access12! access14! access123! pa$$w0rd1!
login123! login@123 login1234! server1! server123! server@123 cisco123! cisco@123 oracle1! oracle123!
oracle@123 database1! database123! sqlserver1! mysql123! postgres1! postgres123! network1! network123!
support1! support123! support@123 service1! service123! company1! company123! company@123 office1!
office123! office@123 office365! manager1! manager123! manager@123 security1! security123! security@1
security@123 system1! system123! system@123 vmware1! vmware123! ubuntu1! linux123! linux@123 docker1!
github1! gitlab1! jenkins1! bitcoin1! bitcoin12! bitcoin123! bitcoin@1 bitcoin@123 bitcoin2021! bitcoin2024!
bitcoin2025! crypto1! crypto123! crypto@123 ethereum1! ethereum123! binance1! binance123! coinbase1!
money123! money@123 moneymoney1! dollar1! million1! rich1234! summer1! summer12! summer123! summer@123
summer2019! summer2020! summer2021! summer2022! summer2023! summer2024! summer2025! summer2026! summer@2020
summer@2021 summer@2022 summer@2023 summer@2024 summer@2025 summer@2026 winter1! winter12! winter123!
winter@123 winter2019! winter2020! winter2021! winter2022! winter2023! winter2024! winter2025! winter2026!
winter@2020 winter@2021 winter@2022 winter@2023 winter@2024 winter@2025 winter@2026 spring1! spring123!
spring2020! spring2021! spring2022! spring2023! spring2024! spring2025! spring2026! spring@2024 spring@2025
autumn1! autumn123! autumn2020! autumn2021! autumn2022! autumn2023! autumn2024! autumn2025! autumn2026!
fall2020! fall2021! fall2022! fall2023! fall2024! fall2025! january1! january2024! january2025! february1!
february2024! march2024! march2025! april2024! april2025! august1! august2024! september1! september2024!
october1! october2024! november1! november2024! december1! december2024! december2025! monday1! monday123!
monday01! tuesday1! wednesday1! thursday1! friday1! friday13! friday123! saturday1! sunday1! sunday123!
christmas1! christmas123! christmas25! halloween31! newyear2024! newyear2025! newyear2026! happy2024!
happy2025! corona2020! covid-19 covid2020! australia1! australia12! australia123! australia@1 sydney1!
sydney123! sydney2000! melbourne1! melbourne123! brisbane1! brisbane123! queensland1! victoria@1 perth123!
aussie1! aussie123! kangaroo1! essendon1! collingwood1! richmond1! carlton1! nigeria1! nigeria12!
nigeria123! nigeria@1 nigeria@123 nigeria1960! lagos123! lagos@123 abuja123! america1! america123! canada1!
canada123! london1! london12! london123! london@123 london2012! england1! england123! germany1! india123!
india@123 india1947! mumbai1! delhi123! pakistan1! pakistan123! paris123! newyork1! newyork123! chicago1!
texas123! florida1! california1! jesus123! jesus1!! jesus@123 jesuschrist1! godisgood1! godisgreat1!
god123!! blessed1! blessed123! blessing1! blessing123! blessings1! grace123! praise1! allah786! allah@786
muhammad1! mohammed1! krishna1! krishna@123 hari@123 sairam1! omsairam1! ganesh1! ganesh@123 trustme1!
password.1! qwerty.123 qwerty_123 asdf.1234 zxc123!@# zxcv!@#1 zxcasd123! poiuyt1! lkjhgf1! mnbvcx1!
0p3nsesame! opensesame1! abracadabra1! letme1n! l3tm3in! l3tmein! l3tme1n! iamgod1! iamthebest1!
nopassword1! nothing1! nothing123! something1! anything1! myself1! password!@#1 pass123! pass@123 pass1234!
pass@1234 pass12345! pass@12345 pass!123 pass!word1 pass-word1 pass_word1 pass.word1 pass#123 pass$123
passme1! passcode1! passcode123! passport1! passphrase1! wattle1! wattle12! wattle123! wattle@1 wattle@123
wattle2024! wattle2025! wattle2026!
`;

const COMMON_PASSWORDS: ReadonlySet<string> = new Set(COMMON.split(/\s+/).filter(Boolean));

/** Whether a password is on the list of common ones, capitals aside. */
export function isCommonPassword(password: string): boolean {
  return COMMON_PASSWORDS.has(password.toLowerCase());
}

/** The list itself, in lower case. */
export const commonPasswords = (): readonly string[] => [...COMMON_PASSWORDS];
