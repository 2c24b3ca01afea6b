/** Forms of address, ranks and offices, apart from those that are common as surnames, such as King. */
export const TITLES = `
  mr mrs ms miss mister madam madame mme mlle monsieur
  dr doctor prof professor engineer dipl phd md
  sir dame lord lady baroness countess duchess princess
  herr frau dona senor senora signor signora
  president prasident presidente prezident minister chancellor senator governor ambassador
  general gen colonel col maj captain capt lieutenant lt sergeant sgt commander cmdr admiral brigadier
  sheikh shaikh sheik shaykh sheykh cheikh hajji haji hadji hajj hafiz qari
  mullah mulla maulana mawlana maulavi mawlawi maulawi molvi mawlavi ustad ustadh imam ayatollah
  sayyid sayed sayyed syed sayid seyed seyyed
  rabbi reverend rev archbishop saint
  gospodin gospozha shri smt
`;
