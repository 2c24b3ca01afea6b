/** Words that say little about who it is: they come and go between two writings of a name. */
export const PARTICLES = `
  al as ad an ar at az ash el il ul ur ud us uz and of the
  bin ben ibn bint binti abu abou umm oum ould ag
  da das de del della dei den der des di do dos du la las le les lo los
  van von vom zu zum zur ter ten te af av
  mac mc
  jr sr junior senior ii iii iv na nee
`;
