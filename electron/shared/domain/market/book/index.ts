export { Book, type Side } from './book'
export { isSavedBook, type SavedBook } from './saved-book'
