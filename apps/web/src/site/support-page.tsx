import { useBrand } from "../brand/brand.tsx";
import { Band } from "./band.tsx";
import { EnquiryForm } from "./enquiry-form.tsx";
import { PageHero } from "./page-hero.tsx";
import { Questions } from "./questions.tsx";
import { supportQuestions } from "./support-questions.tsx";
import styles from "./support-page.module.css";

/** The support form, and the answers that are asked for most. */
export function SupportPage() {
  const { times } = useBrand();
  return (
    <>
      <PageHero
        seed="site.support"
        title="Support"
        lead="A person reads every message. Tell us what you did, what you expected and what you saw. If it’s about a transaction, add its reference."
        actions={
          <ul className={styles["notes"]}>
            <li>We never ask for your password by email, phone or chat.</li>
            <li>We never ask you to move money “to keep it safe”.</li>
          </ul>
        }
        companion={
          <EnquiryForm
            topic="support"
            title="Your message"
            messageHint="10 to 500 characters"
            send="Send message"
          />
        }
      />
      <Band title="Common questions" lead="Your answer may be here.">
        <Questions items={supportQuestions(times)} />
      </Band>
    </>
  );
}
