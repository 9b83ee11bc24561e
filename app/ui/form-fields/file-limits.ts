/** The most that one attached file may hold. */
const maxFileBytes = 10_000_000;

/** What a document may be; the service looks into the file and decides. */
export const acceptedFiles = "application/pdf,image/jpeg,image/png,image/gif,image/webp";
export const acceptedNames = "PDF, JPEG, PNG, GIF or WebP";

export const acceptedPictures = "image/jpeg,image/png,image/gif,image/webp";
export const acceptedPictureNames = "JPEG, PNG, GIF or WebP";

export const tooLargeText = "The file is larger than 10 MB. Choose a smaller one.";

export const isTooLarge = ({ size }: { size: number }): boolean => size > maxFileBytes;
