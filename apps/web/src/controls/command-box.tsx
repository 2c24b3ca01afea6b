import "./theme/mantine-styles.ts";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/spotlight/styles.layer.css";
import { Modal, UnstyledButton } from "@mantine/core";
import { createSpotlight, Spotlight, useSpotlight } from "@mantine/spotlight";
import { useEffect, useId, useReducer, useState } from "react";
import { matchingCommands, type CommandGroup } from "./commands.ts";
import styles from "./command-box.module.css";

interface CommandBoxProps {
  readonly open: boolean;
  /** Names the box and its field. */
  readonly label: string;
  readonly placeholder: string;
  readonly groups: readonly CommandGroup[];
  /** Called with what is typed, for groups that are asked for. */
  readonly onQuery?: (query: string) => void;
  /** Called by Escape, by a click outside the box, and before a command runs. */
  readonly onClose: () => void;
}

/** A list of commands over the page: typing narrows it down, arrow keys choose, Enter runs. Needs `MantineFrame`. */
export function CommandBox({ open, label, placeholder, groups, onQuery, onClose }: CommandBoxProps) {
  const [[store, box]] = useState(createSpotlight);
  const { query, selected } = useSpotlight(store);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const id = useId();

  useEffect(() => {
    if (open) box.open();
    else box.close();
  }, [open, box]);

  const shown = matchingCommands(groups, query);
  const keys = shown.flatMap(({ commands }) => commands.map(({ key }) => key));
  const chosen = keys[selected];
  const isLate = chosen === undefined && query !== "" && keys.length > 0;
  // Spotlight chooses the first command when something is typed; what is found later comes to an empty list.
  useEffect(() => {
    if (isLate) store.setState({ ...store.getState(), selected: 0 });
  }, [isLate, store]);
  const optionId = (key: string): string => `${id}-${key}`;
  // HTML has roles, but no elements, for choices of a field that keeps the focus.
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      onSpotlightClose={onClose}
      scrollable
      maxHeight="min(32rem, 70vh)"
      zIndex={500}
      radius="md"
      transitionProps={{ transition: "fade", duration: 120 }}
      overlayProps={{ backgroundOpacity: 0.55, blur: 0 }}
      classNames={{ content: styles["content"] ?? "" }}
    >
      <Modal.Title className="visually-hidden">{label}</Modal.Title>
      <Spotlight.Search
        unstyled
        classNames={{ input: styles["search"] ?? "" }}
        placeholder={placeholder}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="combobox"
        aria-expanded={keys.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen === undefined ? undefined : optionId(chosen)}
        // Spotlight moves the choice after this, without a word to those who watch its store.
        onKeyDown={() => queueMicrotask(drawAgain)}
        onInput={(event) => onQuery?.(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <Spotlight.ActionsList
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        aria-label={label}
        className={styles["list"] ?? ""}
      >
        {shown.map(({ label: title, commands }) => (
          <Spotlight.ActionsGroup
            key={title}
            label={title}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="group"
            aria-label={title}
            className={styles["group"] ?? ""}
          >
            {commands.map(({ key, label: name, detail, icon, run }) => (
              // Not Spotlight's own action: it drops the id that the field refers to.
              <UnstyledButton
                key={key}
                id={optionId(key)}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
                role="option"
                aria-selected={key === chosen}
                data-action
                data-selected={key === chosen || undefined}
                tabIndex={-1}
                className={styles["command"] ?? ""}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  box.close();
                  run();
                }}
              >
                {icon !== undefined && <span className={styles["icon"]}>{icon}</span>}
                <span>{name}</span>
                {detail !== undefined && <span className={styles["detail"]}>{detail}</span>}
              </UnstyledButton>
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
      <output className={keys.length > 0 ? "visually-hidden" : styles["nothing"]}>
        {keys.length > 0 ? "" : "No matches"}
      </output>
    </Spotlight.Root>
  );
}
