/** Forms of companies, apart from those of two letters that are common as names. */
export const ORGANISATION_FORMS = `
  ltd limited pty proprietary plc llc llp inc incorporated corp corporation company
  gmbh mbh kg ohg
  sa sas sarl srl spa snc
  bv nv cv
  ab asa aps oyj
  ooo oao zao pao pjsc ojsc cjsc jsc
  kft zrt nyrt doo sro ood eood
  fze fzc fzco wll ksc qsc psc
  pvt pte sdn bhd tbk
  kabushiki kaisha
  ltda eireli
`;
