export const profile = async () => "";
