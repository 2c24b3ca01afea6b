import { useBrand } from "../brand/brand.tsx";
import { Card } from "../ui/card.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { EnquiryForm } from "./enquiry-form.tsx";
import { Questions } from "./questions.tsx";
import { supportQuestions } from "./support-questions.tsx";
import styles from "./support-screen.module.css";

/** Support for a customer who is logged in. */
export function SupportScreen() {
  const { times } = useBrand();
  return (
    <>
      <ScreenHead
        title="Support"
        lead="A person reads every message. If it’s about a transaction, add its reference."
      />
      <div className={styles["screen"]}>
        <div className={styles["main"]}>
          <EnquiryForm
            topic="support"
            title="Your message"
            messageHint="10 to 500 characters"
            send="Send message"
          />
        </div>
        <Card>
          <h2 className={styles["title"]}>Common questions</h2>
          <Questions items={supportQuestions(times)} />
        </Card>
      </div>
    </>
  );
}
