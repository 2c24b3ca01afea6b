/** The words of a reply to an enquiry: those of the email, and what its writer sees before it is sent. */

interface Replied {
  /** Reference of the enquiry. */
  readonly reference: string;
  /** Whom the sender said to be. */
  readonly name: string;
  /** The sender's message. */
  readonly enquiry: string;
  /** Staff's reply. */
  readonly reply: string;
}

export interface ReplyWords {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly quoted: { readonly heading: string; readonly text: string };
}

/** The greeting has only the first name, as in every email. */
const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? "";

export const replyWords = ({ reference, name, enquiry, reply }: Replied): ReplyWords => ({
  subject: `Your enquiry ${reference}`,
  paragraphs: [`Hi ${firstNameOf(name)},`, reply],
  quoted: { heading: "You wrote:", text: enquiry },
});
