import { useCallback } from "react";

interface ChosenPhotoProps {
  readonly file: File;
  readonly name: string;
  readonly className: string | undefined;
}

/** A photo chosen in this tab. Its address lives only as long as it is shown, since the photo is of someone’s ID. */
export function ChosenPhoto({ file, name, className }: ChosenPhotoProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
  return <img ref={show} alt={name} className={className} />;
}
