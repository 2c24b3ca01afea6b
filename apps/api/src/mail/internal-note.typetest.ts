/** Code that the compiler refuses; `npm run typecheck` fails if one of these begins to compile. */
import type { UserData } from "@wattle/contracts/accounts";
import type { CustomerFile } from "@wattle/contracts/desk";
import { DomainError } from "@wattle/contracts/errors";
import type { Transaction, TransactionDetail, TransactionEvent } from "@wattle/contracts/history";
import type { IdentityState } from "@wattle/contracts/identity";
import type { OnrampOrder, OnrampOrderFile } from "@wattle/contracts/onramp";
import { asInternalNote, type InternalNote } from "@wattle/contracts/staff-texts";
import type { TransactionEvent as EventRow, Transaction as Row, User } from "@wattle/db/tables";
import type { MailContent } from "./mail-template.ts";
import { identityRejectedMail } from "./mails.ts";

const note = asInternalNote("seen at another bank");

// Staff read it.
({ block_reason: note }) satisfies Pick<CustomerFile, "block_reason">;
({ note }) satisfies Pick<OnrampOrderFile, "note">;

// @ts-expect-error it is no text
note satisfies string;
// @ts-expect-error nor is one made of text without saying so
"a text" satisfies InternalNote;
// @ts-expect-error no mail says it
identityRejectedMail("Mary", note, "https://wattle.example/user-information");
// @ts-expect-error in any mail
({ subject: "Hello", paragraphs: [note] }) satisfies MailContent;
// @ts-expect-error no error says it
void new DomainError("state_conflict", { message: note });
// @ts-expect-error nor does an error at a field
void new DomainError("state_conflict", { fields: { id: [note] } });

// No answer to a customer has a place for it.
// @ts-expect-error the account
({ status_reason: note }) satisfies Pick<UserData["user"], "status_reason">;
// @ts-expect-error the identity check
({ reason: note }) satisfies Pick<IdentityState, "reason">;
// @ts-expect-error the history
({ note }) satisfies Pick<Transaction, "note">;
// @ts-expect-error a transaction
({ bank_reference: note }) satisfies Pick<TransactionDetail, "bank_reference">;
// @ts-expect-error its steps
({ reason: note }) satisfies Pick<TransactionEvent, "reason">;
// @ts-expect-error a card payment
({ note }) satisfies Partial<OnrampOrder>;

// Nor has a column that these are read from.
// @ts-expect-error the account's
({ status_reason: note }) satisfies Pick<User, "status_reason">;
// @ts-expect-error the history's
({ note }) satisfies Pick<Row, "note">;
// @ts-expect-error the steps'
({ reason: note }) satisfies Pick<EventRow, "reason">;
